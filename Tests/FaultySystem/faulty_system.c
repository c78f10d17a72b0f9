// Makes chosen calls to the system go wrong, in a program into which this library is loaded with LD_PRELOAD.
//
//   FAULT         fail, full (no room), shorten (reads and writes do half), delay, kill (the program, before the call),
//                 clock (the wall clock jumps)
//   FAULT_FOLDER  calls are chosen from those that concern files in this folder, and for "clock" from all readings of it
//   FAULT_FIRST   the number of the first call that goes wrong, counted from 1
//   FAULT_COUNT   how many calls go wrong in a row
//   FAULT_REPORT  a file that gets the number of calls that there were to choose from, when the program ends
#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum fault { NONE, FAIL, FULL, SHORTEN, DELAY, KILL, CLOCK };

enum call { READ, WRITE, CREATE, OTHER };

// Written before the program's main function, and only read afterwards.
static enum fault fault;
static const char *folder;
static long first, count;

static atomic_long calls;
// Whether a descriptor belongs to a file in the folder.
static _Atomic bool is_chosen[4096];

#define SYSTEM(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
  const char *names[] = {"", "fail", "full", "shorten", "delay", "kill", "clock"};
  const char *name = getenv("FAULT"), *number = getenv("FAULT_FIRST"), *length = getenv("FAULT_COUNT");
  folder = getenv("FAULT_FOLDER");
  if (!name || !folder || !number || !length) return;
  first = atol(number);
  count = atol(length);
  for (int index = FAIL; index <= CLOCK; index++)
    if (strcmp(name, names[index]) == 0) fault = (enum fault)index;
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("FAULT_REPORT");
  fault = NONE;
  FILE *report = path ? fopen(path, "w") : NULL;
  if (!report) return;
  fprintf(report, "%ld\n", atomic_load(&calls));
  fclose(report);
}

static bool is_turn(void) {
  long number = atomic_fetch_add(&calls, 1) + 1;
  return number >= first && number - first < count;
}

/// Counts a call that concerns the folder; returns whether it fails, and sets the error. A short call is halved instead.
static bool fails(enum call call, size_t *size) {
  if (fault == NONE || fault == CLOCK) return false;
  if (fault == FULL && call != WRITE && call != CREATE) return false;
  if (fault == SHORTEN && (!size || *size < 2)) return false;
  if (!is_turn()) return false;
  switch (fault) {
  case FAIL: errno = EIO; return true;
  case FULL: errno = ENOSPC; return true;
  case SHORTEN: *size /= 2; return false;
  case KILL: kill(getpid(), SIGKILL); return false;
  default: nanosleep(&(struct timespec){0, 1000 * 1000}, NULL); return false;
  }
}

static bool is_inside(const char *path) { return folder && path && strstr(path, folder) == path; }

static bool is_in_folder(int file) { return file >= 0 && file < 4096 && is_chosen[file]; }

/// Names are relative to a folder, or to the working folder if they have no descriptor.
static bool concerns(int parent, const char *path) { return is_inside(path) || is_in_folder(parent); }

static int noted(int file, bool is_one) {
  if (file >= 0 && file < 4096) is_chosen[file] = is_one;
  return file;
}

#define OPEN(name, parent, arguments, ...)                                          \
  int mode = 0;                                                                     \
  if (flags & O_CREAT) {                                                            \
    va_list rest;                                                                   \
    va_start(rest, flags);                                                          \
    mode = va_arg(rest, int);                                                       \
    va_end(rest);                                                                   \
  }                                                                                 \
  bool is_one = concerns(parent, path);                                             \
  if (is_one && fails(flags & O_CREAT ? CREATE : OTHER, NULL)) return -1;           \
  return noted(SYSTEM(name) arguments, is_one)

int open(const char *path, int flags, ...) { OPEN(open, -1, (path, flags, mode)); }
int open64(const char *path, int flags, ...) { OPEN(open64, -1, (path, flags, mode)); }
int openat(int parent, const char *path, int flags, ...) {
  OPEN(openat, parent, (parent, path, flags, mode));
}
int openat64(int parent, const char *path, int flags, ...) {
  OPEN(openat64, parent, (parent, path, flags, mode));
}

int close(int file) {
  // A descriptor is given back whatever close says.
  noted(file, false);
  return SYSTEM(close)(file);
}

#define FILE_CALL(kind, size, call) return is_in_folder(file) && fails(kind, size) ? -1 : call

ssize_t read(int file, void *bytes, size_t size) {
  FILE_CALL(READ, &size, SYSTEM(read)(file, bytes, size));
}
ssize_t pread(int file, void *bytes, size_t size, off_t offset) {
  FILE_CALL(READ, &size, SYSTEM(pread)(file, bytes, size, offset));
}
ssize_t pread64(int file, void *bytes, size_t size, off64_t offset) {
  FILE_CALL(READ, &size, SYSTEM(pread64)(file, bytes, size, offset));
}
ssize_t write(int file, const void *bytes, size_t size) {
  FILE_CALL(WRITE, &size, SYSTEM(write)(file, bytes, size));
}
ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
  FILE_CALL(WRITE, &size, SYSTEM(pwrite)(file, bytes, size, offset));
}
ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t offset) {
  FILE_CALL(WRITE, &size, SYSTEM(pwrite64)(file, bytes, size, offset));
}
int fsync(int file) { FILE_CALL(WRITE, NULL, SYSTEM(fsync)(file)); }
int fdatasync(int file) { FILE_CALL(WRITE, NULL, SYSTEM(fdatasync)(file)); }
int ftruncate(int file, off_t size) { FILE_CALL(OTHER, NULL, SYSTEM(ftruncate)(file, size)); }
int ftruncate64(int file, off64_t size) { FILE_CALL(OTHER, NULL, SYSTEM(ftruncate64)(file, size)); }
int fstat(int file, struct stat *status) { FILE_CALL(OTHER, NULL, SYSTEM(fstat)(file, status)); }
int fstat64(int file, struct stat64 *status) { FILE_CALL(OTHER, NULL, SYSTEM(fstat64)(file, status)); }

#define PATH_CALL(kind, parent, path, call) return concerns(parent, path) && fails(kind, NULL) ? -1 : call

int mkdir(const char *path, mode_t mode) { PATH_CALL(CREATE, -1, path, SYSTEM(mkdir)(path, mode)); }
int stat(const char *path, struct stat *status) { PATH_CALL(OTHER, -1, path, SYSTEM(stat)(path, status)); }
int lstat(const char *path, struct stat *status) { PATH_CALL(OTHER, -1, path, SYSTEM(lstat)(path, status)); }
int access(const char *path, int mode) { PATH_CALL(OTHER, -1, path, SYSTEM(access)(path, mode)); }
int unlink(const char *path) { PATH_CALL(OTHER, -1, path, SYSTEM(unlink)(path)); }
int unlinkat(int parent, const char *path, int flags) {
  PATH_CALL(OTHER, parent, path, SYSTEM(unlinkat)(parent, path, flags));
}
int rename(const char *old, const char *path) { PATH_CALL(CREATE, -1, path, SYSTEM(rename)(old, path)); }
int renameat(int from, const char *old, int parent, const char *path) {
  PATH_CALL(CREATE, parent, path, SYSTEM(renameat)(from, old, parent, path));
}

/// The seconds that the wall clock is wrong by: at each chosen reading it jumps by a day, forth and back in turn.
static time_t shift(void) {
  static atomic_long jumps;
  if (fault == CLOCK && is_turn()) atomic_fetch_add(&jumps, 1);
  return atomic_load(&jumps) % 2 * 86400;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = SYSTEM(clock_gettime)(clock, now);
  if (result == 0 && clock == CLOCK_REALTIME) now->tv_sec += shift();
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  int result = SYSTEM(gettimeofday)(now, zone);
  if (result == 0) now->tv_sec += shift();
  return result;
}

time_t time(time_t *now) {
  time_t seconds = SYSTEM(time)(NULL) + shift();
  if (now) *now = seconds;
  return seconds;
}
