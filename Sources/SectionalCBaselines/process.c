#include "SectionalCBaselines.h"

/* The C library's own header defines whether it is glibc. */
#include <stdlib.h>

#if defined(__APPLE__)
#include <malloc/malloc.h>
#elif defined(__GLIBC__)
#include <malloc.h>
#if __GLIBC_PREREQ(2, 33)
#define HAS_MALLINFO2
#endif
#endif

int64_t baseline_heap_in_use(void) {
#if defined(__APPLE__)
  malloc_statistics_t statistics;
  malloc_zone_statistics(NULL, &statistics);
  return (int64_t)statistics.size_in_use;
#elif defined(HAS_MALLINFO2)
  /* uordblks doesn't include blocks that are mapped individually, as large blocks are. */
  struct mallinfo2 information = mallinfo2();
  return (int64_t)(information.uordblks + information.hblkhd);
#else
  return -1;
#endif
}

int baseline_is_optimized(void) {
#ifdef __OPTIMIZE__
  return 1;
#else
  return 0;
#endif
}
