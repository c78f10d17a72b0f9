#ifndef CBASELINES_CONNECTION_H
#define CBASELINES_CONNECTION_H

#include "SectionalCBaselines.h"

#include <sqlite3.h>

struct baseline {
  sqlite3 *database;
  /* The statement that ran last, to be prepared once. */
  sqlite3_stmt *statement;
  /* Where texts are copied to, as somebody who uses them would. */
  unsigned char *buffer;
  size_t capacity;
};

/* Makes a statement ready, which remains the connection's. */
int baseline_prepare(baseline *connection, const char *sql);

/* Reads the five columns of the row the statement stands on. */
int baseline_read_row(baseline *connection, baseline_tally *tally);

#endif
