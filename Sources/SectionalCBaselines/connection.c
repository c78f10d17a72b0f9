#include "connection.h"

#include <stdlib.h>
#include <string.h>

int baseline_open(const char *path, baseline **connection) {
  *connection = calloc(1, sizeof **connection);
  if (*connection == NULL) return SQLITE_NOMEM;
  return sqlite3_open_v2(path, &(*connection)->database,
                         SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
}

void baseline_close(baseline *connection) {
  if (connection == NULL) return;
  sqlite3_finalize(connection->statement);
  sqlite3_close_v2(connection->database);
  free(connection->buffer);
  free(connection);
}

const char *baseline_message(const baseline *connection) {
  return connection == NULL ? "out of memory" : sqlite3_errmsg(connection->database);
}

int baseline_prepare(baseline *connection, const char *sql) {
  if (connection->statement != NULL && strcmp(sqlite3_sql(connection->statement), sql) == 0) {
    return sqlite3_reset(connection->statement);
  }
  sqlite3_finalize(connection->statement);
  connection->statement = NULL;
  return sqlite3_prepare_v2(connection->database, sql, -1, &connection->statement, NULL);
}

/* Appends a text to the buffer, after the texts of the row so far. */
static int copy_text(baseline *connection, int column, size_t *used) {
  sqlite3_stmt *statement = connection->statement;
  const unsigned char *text = sqlite3_column_text(statement, column);
  size_t length = (size_t)sqlite3_column_bytes(statement, column);
  if (text == NULL) return sqlite3_column_type(statement, column) == SQLITE_NULL ? 0 : SQLITE_NOMEM;
  if (*used + length > connection->capacity) {
    size_t capacity = 2 * (*used + length) + 256;
    unsigned char *buffer = realloc(connection->buffer, capacity);
    if (buffer == NULL) return SQLITE_NOMEM;
    connection->buffer = buffer;
    connection->capacity = capacity;
  }
  memcpy(connection->buffer + *used, text, length);
  *used += length;
  return SQLITE_OK;
}

int baseline_read_row(baseline *connection, baseline_tally *tally) {
  sqlite3_stmt *statement = connection->statement;
  size_t used = 0;
  int64_t identifier = sqlite3_column_int64(statement, 0);
  int code = copy_text(connection, 1, &used);
  if (code == SQLITE_OK) code = copy_text(connection, 2, &used);
  if (code != SQLITE_OK) return code;
  tally->sum += sqlite3_column_double(statement, 3);
  tally->sum += (double)(identifier ^ sqlite3_column_int64(statement, 4));
  if (used > 0) tally->bytes += (int64_t)used + connection->buffer[used - 1];
  tally->rows += 1;
  return SQLITE_OK;
}
