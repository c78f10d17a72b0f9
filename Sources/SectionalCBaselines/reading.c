#include "connection.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Steps to the end and reads every row. */
static int read_rest(baseline *connection, baseline_tally *tally) {
  int code;
  while ((code = sqlite3_step(connection->statement)) == SQLITE_ROW) {
    code = baseline_read_row(connection, tally);
    if (code != SQLITE_OK) return code;
  }
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Resets the statement, and returns the first error. */
static int finish(baseline *connection, int code) {
  int ended = sqlite3_reset(connection->statement);
  return code == SQLITE_OK ? ended : code;
}

int baseline_read_all(baseline *connection, const char *sql, baseline_tally *tally) {
  int code = baseline_prepare(connection, sql);
  if (code == SQLITE_OK) code = read_rest(connection, tally);
  return finish(connection, code);
}

static int step_each(
  baseline *connection, const int64_t *identifiers, size_t count, baseline_tally *tally) {
  int code = SQLITE_OK;
  for (size_t place = 0; place < count && code == SQLITE_OK; place++) {
    code = sqlite3_bind_int64(connection->statement, 1, identifiers[place]);
    if (code == SQLITE_OK) code = read_rest(connection, tally);
    code = finish(connection, code);
  }
  return code;
}

int baseline_read_each(
  baseline *connection, const char *sql, const int64_t *identifiers, size_t count,
  baseline_tally *tally) {
  int code = baseline_prepare(connection, sql);
  if (code == SQLITE_OK) code = sqlite3_exec(connection->database, "BEGIN", NULL, NULL, NULL);
  if (code != SQLITE_OK) return code;
  code = step_each(connection, identifiers, count, tally);
  int ended = sqlite3_exec(connection->database, "COMMIT", NULL, NULL, NULL);
  return code == SQLITE_OK ? ended : code;
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
  int code = baseline_prepare(connection, sql);
  if (code == SQLITE_OK) {
    code = sqlite3_bind_text(connection->statement, 1, text, -1, SQLITE_STATIC);
  }
  if (code == SQLITE_OK) code = read_rest(connection, tally);
  code = finish(connection, code);
  sqlite3_clear_bindings(connection->statement);
  free(text);
  return code;
}

int baseline_read_among(
  baseline *connection, const char *sql, const int64_t *identifiers, size_t count,
  baseline_tally *tally) {
  int code = baseline_prepare(connection, sql);
  size_t place = 0;
  while (code == SQLITE_OK) {
    code = sqlite3_step(connection->statement);
    if (code != SQLITE_ROW) break;
    code = SQLITE_OK;
    int64_t identifier = sqlite3_column_int64(connection->statement, 0);
    while (place < count && identifiers[place] < identifier) place++;
    if (place < count && identifiers[place] == identifier) {
      code = baseline_read_row(connection, tally);
    }
  }
  return finish(connection, code == SQLITE_DONE ? SQLITE_OK : code);
}
