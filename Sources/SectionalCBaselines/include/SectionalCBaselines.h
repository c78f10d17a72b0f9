#ifndef CBASELINES_H
#define CBASELINES_H

#include <stddef.h>
#include <stdint.h>

/*
 * What lists are compared with: plain loops over SQLite, as one would write them in C.
 *
 * Functions that return int return 0, or SQLite's result code; baseline_message says more.
 */

/* A connection of its own, with SQLite's default settings. */
typedef struct baseline baseline;

/* What a loop read, so that no reading can be left out. */
typedef struct {
  int64_t rows;
  int64_t bytes;
  double sum;
} baseline_tally;

/* Opens a file that is there. Also a connection that could not be opened must be closed. */
int baseline_open(const char *path, baseline **connection);
void baseline_close(baseline *connection);

/* What went wrong last, in SQLite's words; good until the next call. */
const char *baseline_message(const baseline *connection);

/* Steps a statement of five columns (integer, text, text, real, integer) and reads all of them. */
int baseline_read_all(baseline *connection, const char *sql, baseline_tally *tally);

/* Steps a statement with one placeholder once for each identifier, in one transaction. */
int baseline_read_each(
  baseline *connection, const char *sql, const int64_t *identifiers, size_t count,
  baseline_tally *tally);

/* Steps a statement whose placeholder is a JSON array of all identifiers. */
int baseline_read_json(
  baseline *connection, const char *sql, const int64_t *identifiers, size_t count,
  baseline_tally *tally);

/* Steps a statement whose rows ascend by their first column; reads those of ascending identifiers. */
int baseline_read_among(
  baseline *connection, const char *sql, const int64_t *identifiers, size_t count,
  baseline_tally *tally);

/* Runs a statement that writes, with an update hook that appends the rowids of one transaction to an array. */
int baseline_write(baseline *connection, const char *sql, baseline_tally *tally);

/*
 * A client of a PostgreSQL server with three connections: one that writes, one that listens, one that reads.
 * Its functions return 0, or 1 when baseline_server_message says what went wrong.
 */
typedef struct baseline_server baseline_server;

/* Connects, listens to a channel, and prepares what the reader will run. Also what failed must be closed. */
int baseline_server_open(
  const char *url, const char *channel, const char *log_query, const char *row_query, baseline_server **server);
void baseline_server_close(baseline_server *server);
const char *baseline_server_message(const baseline_server *server);

/* Runs statements on the connection that writes, and gives the nanoseconds they took. */
int baseline_server_write(baseline_server *server, const char *sql, int64_t *nanoseconds);

/*
 * Waits until the listener is notified, then finds out in one transaction what changed and reads those rows: begins with
 * a script whose last query gives the snapshot, asks the log from the snapshot before on, reads the rows of its keys.
 */
int baseline_server_catch_up(baseline_server *server, const char *begin, baseline_tally *tally);

/* Waits until the listener is notified, then reads the row of one key. */
int baseline_server_read(baseline_server *server, const char *key, baseline_tally *tally);

/* The bytes of the heap that are in use, or -1 where the system can't tell. */
int64_t baseline_heap_in_use(void);

/* Whether the compiler optimized these functions. */
int baseline_is_optimized(void);

#endif
