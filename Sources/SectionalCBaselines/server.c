#include "server.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int baseline_server_took(PGresult *result) {
  ExecStatusType status = PQresultStatus(result);
  PQclear(result);
  return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ? 0 : 1;
}

int baseline_server_open(const char *url, const char *channel, const char *log_query,
                         const char *row_query, baseline_server **server) {
  char listen[128] = "LISTEN ";
  *server = calloc(1, sizeof **server);
  if (*server == NULL) return 1;
  (*server)->writer = PQconnectdb(url);
  (*server)->listener = PQconnectdb(url);
  (*server)->reader = PQconnectdb(url);
  strcpy((*server)->next, "0");
  strcpy((*server)->running, "{}");
  strncat(listen, channel, 64);
  PGconn *reader = (*server)->reader;
  return baseline_server_took(PQexec((*server)->listener, listen)) ||
         baseline_server_took(PQexec(reader, "SET plan_cache_mode = force_generic_plan")) ||
         baseline_server_took(PQprepare(reader, "log", log_query, 0, NULL)) ||
         baseline_server_took(PQprepare(reader, "rows", row_query, 0, NULL));
}

void baseline_server_close(baseline_server *server) {
  if (server == NULL) return;
  PQfinish(server->writer);
  PQfinish(server->listener);
  PQfinish(server->reader);
  free(server);
}

const char *baseline_server_message(const baseline_server *server) {
  if (server == NULL) return "out of memory";
  const char *message = PQerrorMessage(server->writer);
  if (*message == 0) message = PQerrorMessage(server->listener);
  if (*message == 0) message = PQerrorMessage(server->reader);
  return message;
}

int baseline_server_write(baseline_server *server, const char *sql, int64_t *nanoseconds) {
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  int failure = baseline_server_took(PQexec(server->writer, sql));
  clock_gettime(CLOCK_MONOTONIC, &end);
  *nanoseconds = (int64_t)(end.tv_sec - start.tv_sec) * 1000000000 + (end.tv_nsec - start.tv_nsec);
  return failure;
}

static int wait_for_notification(baseline_server *server) {
  for (;;) {
    if (!PQconsumeInput(server->listener)) return 1;
    int count = 0;
    PGnotify *notification;
    while ((notification = PQnotifies(server->listener)) != NULL) {
      PQfreemem(notification);
      count++;
    }
    if (count > 0) return 0;
    struct pollfd socket = {PQsocket(server->listener), POLLIN, 0};
    if (poll(&socket, 1, 10000) <= 0) return 1;
  }
}

void baseline_server_read_cells(const PGresult *rows, baseline_tally *tally) {
  for (int row = 0; row < PQntuples(rows); row++) {
    for (int column = 0; column < PQnfields(rows); column++) {
      const char *cell = PQgetvalue(rows, row, column);
      int length = PQgetlength(rows, row, column);
      tally->bytes += length;
      if (length > 0) tally->sum += cell[length - 1];
    }
    tally->rows += 1;
  }
}

/* Reads the rows with some keys. */
static int read_rows(baseline_server *server, const char *keys, baseline_tally *tally) {
  PGresult *rows = PQexecPrepared(server->reader, "rows", 1, &keys, NULL, NULL, 1);
  baseline_server_read_cells(rows, tally);
  return baseline_server_took(rows);
}

/* Keeps the parts of a snapshot that a query for later transactions needs. */
static void keep_snapshot(baseline_server *server, const char *snapshot) {
  const char *next = strchr(snapshot, ':');
  const char *running = next == NULL ? NULL : strchr(next + 1, ':');
  if (running == NULL || running - next > 31 || strlen(running) > 4000) return;
  memset(server->next, 0, sizeof server->next);
  memcpy(server->next, next + 1, (size_t)(running - next - 1));
  server->running[0] = '{';
  strcpy(server->running + 1, running + 1);
  strcat(server->running, "}");
}

int baseline_server_catch_up(baseline_server *server, const char *begin, baseline_tally *tally) {
  if (wait_for_notification(server)) return 1;
  PGresult *snapshot = PQexec(server->reader, begin);
  if (PQntuples(snapshot) != 1) return baseline_server_took(snapshot) || 1;
  const char *parameters[] = {server->next, server->running};
  PGresult *log = PQexecPrepared(server->reader, "log", 2, parameters, NULL, NULL, 0);
  keep_snapshot(server, PQgetvalue(snapshot, 0, 0));
  PQclear(snapshot);
  size_t capacity = 3;
  for (int row = 0; row < PQntuples(log); row++) capacity += 1 + (size_t)PQgetlength(log, row, 0);
  char *keys = calloc(1, capacity);
  if (keys == NULL) return baseline_server_took(log) || 1;
  strcpy(keys, "{");
  for (int row = 0; row < PQntuples(log); row++) {
    if (row > 0) strcat(keys, ",");
    strcat(keys, PQgetvalue(log, row, 0));
  }
  strcat(keys, "}");
  int failure = baseline_server_took(log) || read_rows(server, keys, tally) ||
                baseline_server_took(PQexec(server->reader, "COMMIT"));
  free(keys);
  return failure;
}

int baseline_server_read(baseline_server *server, const char *key, baseline_tally *tally) {
  return wait_for_notification(server) || read_rows(server, key, tally);
}
