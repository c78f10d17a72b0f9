#ifndef CBASELINES_CONNECTION_H
#define CBASELINES_CONNECTION_H

#include "CBaselines.h"

#include <sqlite3.h>

struct baseline {
  sqlite3 *database;
  /* Where texts are copied to, as somebody who uses them would. */
  unsigned char *buffer;
  size_t capacity;
};

/* Reads the five columns of the row a statement stands on. */
int baseline_read_row(baseline *connection, sqlite3_stmt *statement, baseline_tally *tally);

#endif
