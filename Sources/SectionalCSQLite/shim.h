#include <sqlite3.h>

#ifdef __linux__
#include <sys/vfs.h>  // statfs, which the Glibc module leaves out
#endif
