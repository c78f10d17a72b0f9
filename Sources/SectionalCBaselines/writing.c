#include "connection.h"

#include <stdlib.h>

/* The rowids of a transaction, stored as the simplest observer would. */
typedef struct {
  int64_t *rowids;
  size_t count;
  size_t capacity;
} touched;

static void touch(void *context, int operation, const char *database, const char *table,
                  sqlite3_int64 rowid) {
  touched *rows = context;
  (void)operation, (void)database, (void)table;
  if (rows->count == rows->capacity) {
    size_t capacity = rows->capacity == 0 ? 64 : 2 * rows->capacity;
    int64_t *larger = realloc(rows->rowids, capacity * sizeof *larger);
    if (larger == NULL) return;
    rows->rowids = larger;
    rows->capacity = capacity;
  }
  rows->rowids[rows->count++] = rowid;
}

int baseline_write(baseline *connection, const char *sql, baseline_tally *tally) {
  touched rows = {NULL, 0, 0};
  sqlite3_update_hook(connection->database, touch, &rows);
  int code = baseline_prepare(connection, sql);
  if (code == SQLITE_OK) code = sqlite3_step(connection->statement);
  if (code == SQLITE_DONE) code = sqlite3_reset(connection->statement);
  sqlite3_update_hook(connection->database, NULL, NULL);
  tally->rows += sqlite3_changes(connection->database);
  for (size_t place = 0; place < rows.count; place += 1) tally->sum += (double)rows.rowids[place];
  free(rows.rowids);
  return code;
}
