#ifndef CBASELINES_H
#define CBASELINES_H

#include <stddef.h>
#include <stdint.h>

/*
 * The baselines for lists: plain loops over SQLite, as a C programmer would write them.
 *
 * Functions that return int return 0, or SQLite's result code. baseline_message returns the details.
 */

/* A separate connection, with SQLite's default settings. */
typedef struct baseline baseline;

/* The result of a loop, which prevents the compiler from removing any reads. */
typedef struct {
  int64_t rows;
  int64_t bytes;
  double sum;
} baseline_tally;

/* Opens an existing file. The connection must be closed even if this fails. */
int baseline_open(const char *path, baseline **connection);
void baseline_close(baseline *connection);

/* SQLite's last error message, valid until the next call. */
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

/* Steps a statement whose rows ascend by their first column. Reads the rows of the identifiers, which also ascend. */
int baseline_read_among(
  baseline *connection, const char *sql, const int64_t *identifiers, size_t count,
  baseline_tally *tally);

/* Steps a statement of three columns (text, text, integer), counts its rows, and reads every 4,096th of them. */
int baseline_walk(baseline *connection, const char *sql, baseline_tally *tally);

/* Runs a statement that writes, with an update hook that appends the rowids of one transaction to an array. */
int baseline_write(baseline *connection, const char *sql, baseline_tally *tally);

/*
 * A client of a PostgreSQL server with three connections: one writes, one listens, one reads.
 * Its functions return 0, or 1 on failure, and baseline_server_message returns the reason.
 */
typedef struct baseline_server baseline_server;

/* Connects, listens to a channel, and prepares the reader's statements. It must be closed even if this fails. */
int baseline_server_open(
  const char *url, const char *channel, const char *log_query, const char *row_query, baseline_server **server);
void baseline_server_close(baseline_server *server);
const char *baseline_server_message(const baseline_server *server);

/* Runs statements on the connection that writes, and returns the time they took in nanoseconds. */
int baseline_server_write(baseline_server *server, const char *sql, int64_t *nanoseconds);

/*
 * Waits until the listener is notified, then reads the changed rows in one transaction: it begins with a script whose
 * last query returns the snapshot, reads the log since the previous snapshot, and reads the rows with the logged keys.
 */
int baseline_server_catch_up(baseline_server *server, const char *begin, baseline_tally *tally);

/* Waits until the listener is notified, then reads the row with a key. */
int baseline_server_read(baseline_server *server, const char *key, baseline_tally *tally);

/* Runs a script that begins a transaction and declares the cursor "walk", then fetches and reads all rows of the cursor. */
int baseline_server_walk(baseline_server *server, const char *begin, baseline_tally *tally);

/* The number of bytes of the heap that are in use, or -1 if the system doesn't provide it. */
int64_t baseline_heap_in_use(void);

/* Whether the compiler optimized these functions. */
int baseline_is_optimized(void);

#endif
