#include "connection.h"

int baseline_walk(baseline *connection, const char *sql, baseline_tally *tally) {
  int code = baseline_prepare(connection, sql);
  if (code != SQLITE_OK) return code;
  sqlite3_stmt *statement = connection->statement;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    if (tally->rows++ % 4096 != 0) continue;
    tally->bytes += sqlite3_column_bytes(statement, 0) + sqlite3_column_bytes(statement, 1);
    tally->sum += (double)sqlite3_column_int64(statement, 2);
  }
  int ended = sqlite3_reset(statement);
  return code == SQLITE_DONE ? SQLITE_OK : ended;
}
