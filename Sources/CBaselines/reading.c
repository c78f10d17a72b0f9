#include "connection.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Steps to the end and reads every row. */
static int read_rest(baseline *connection, sqlite3_stmt *statement, baseline_tally *tally) {
  int code;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    code = baseline_read_row(connection, statement, tally);
    if (code != SQLITE_OK) return code;
  }
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

int baseline_read_all(baseline *connection, const char *sql, baseline_tally *tally) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(connection->database, sql, -1, &statement, NULL);
  if (code == SQLITE_OK) code = read_rest(connection, statement, tally);
  sqlite3_finalize(statement);
  return code;
}

static int step_each(
  baseline *connection, sqlite3_stmt *statement, const int64_t *identifiers, size_t count,
  baseline_tally *tally) {
  int code = SQLITE_OK;
  for (size_t place = 0; place < count && code == SQLITE_OK; place++) {
    code = sqlite3_bind_int64(statement, 1, identifiers[place]);
    if (code == SQLITE_OK) code = read_rest(connection, statement, tally);
    if (code == SQLITE_OK) code = sqlite3_reset(statement);
  }
  return code;
}

int baseline_read_each(
  baseline *connection, const char *sql, const int64_t *identifiers, size_t count,
  baseline_tally *tally) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(connection->database, sql, -1, &statement, NULL);
  if (code == SQLITE_OK) code = sqlite3_exec(connection->database, "BEGIN", NULL, NULL, NULL);
  if (code == SQLITE_OK) {
    code = step_each(connection, statement, identifiers, count, tally);
    sqlite3_reset(statement);
    int ended = sqlite3_exec(connection->database, "COMMIT", NULL, NULL, NULL);
    if (code == SQLITE_OK) code = ended;
  }
  sqlite3_finalize(statement);
  return code;
}

/* Writes the identifiers as a JSON array; the caller frees it. */
static char *json_array(const int64_t *identifiers, size_t count) {
  size_t capacity = 22 * count + 3;
  char *text = malloc(capacity);
  if (text == NULL) return NULL;
  size_t used = 0;
  text[used++] = '[';
  for (size_t place = 0; place < count; place++) {
    const char *form = place == 0 ? "%" PRId64 : ",%" PRId64;
    used += (size_t)snprintf(text + used, capacity - used, form, identifiers[place]);
  }
  text[used++] = ']';
  text[used] = 0;
  return text;
}

int baseline_read_json(
  baseline *connection, const char *sql, const int64_t *identifiers, size_t count,
  baseline_tally *tally) {
  char *text = json_array(identifiers, count);
  if (text == NULL) return SQLITE_NOMEM;
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(connection->database, sql, -1, &statement, NULL);
  if (code == SQLITE_OK) code = sqlite3_bind_text(statement, 1, text, -1, SQLITE_STATIC);
  if (code == SQLITE_OK) code = read_rest(connection, statement, tally);
  sqlite3_finalize(statement);
  free(text);
  return code;
}

int baseline_read_among(
  baseline *connection, const char *sql, const int64_t *identifiers, size_t count,
  baseline_tally *tally) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(connection->database, sql, -1, &statement, NULL);
  size_t place = 0;
  while (code == SQLITE_OK) {
    code = sqlite3_step(statement);
    if (code != SQLITE_ROW) break;
    code = SQLITE_OK;
    int64_t identifier = sqlite3_column_int64(statement, 0);
    while (place < count && identifiers[place] < identifier) place++;
    if (place < count && identifiers[place] == identifier) {
      code = baseline_read_row(connection, statement, tally);
    }
  }
  sqlite3_finalize(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}
