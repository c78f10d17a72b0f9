#ifndef CBASELINES_SERVER_H
#define CBASELINES_SERVER_H

#include "SectionalCBaselines.h"

#include <libpq-fe.h>

struct baseline_server {
  PGconn *writer;
  PGconn *listener;
  PGconn *reader;
  char next[32];
  char running[4096];
};

/* Frees a result. Returns 0, or 1 if it is that of a failure. */
int baseline_server_took(PGresult *result);

/* Reads the cells of all rows of a result. */
void baseline_server_read_cells(const PGresult *rows, baseline_tally *tally);

#endif
