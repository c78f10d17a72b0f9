#ifndef CBASELINES_CONNECTION_H
#define CBASELINES_CONNECTION_H

#include "SectionalCBaselines.h"

#include <sqlite3.h>

struct baseline {
  sqlite3 *database;
  /* The last statement, kept so that it is prepared only once. */
  sqlite3_stmt *statement;
  /* The buffer that texts are copied to, as a user of the texts would do. */
  unsigned char *buffer;
  size_t capacity;
};

/* Prepares a statement, which the connection owns. */
int baseline_prepare(baseline *connection, const char *sql);

/* Reads the five columns of the statement's current row. */
int baseline_read_row(baseline *connection, baseline_tally *tally);

#endif
