#include <sqlite3.h>

#ifdef __linux__
#include <sys/vfs.h>  // statfs, which the Glibc module leaves out
#endif

// Keeps SQLite from copying the log into the file when a connection closes. Swift can't call variadic functions.
static inline int sectional_leave_log_on_close(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
