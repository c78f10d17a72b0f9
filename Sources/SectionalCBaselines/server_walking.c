#include "server.h"

int baseline_server_walk(baseline_server *server, const char *begin, baseline_tally *tally) {
  PGconn *reader = server->reader;
  int failure = baseline_server_took(PQexec(reader, begin));
  int count = 1;
  while (!failure && count > 0) {
    PGresult *rows =
      PQexecParams(reader, "FETCH 10000 FROM walk", 0, NULL, NULL, NULL, NULL, 1);
    count = PQntuples(rows);
    baseline_server_read_cells(rows, tally);
    failure = baseline_server_took(rows);
  }
  return failure || baseline_server_took(PQexec(reader, "COMMIT"));
}
