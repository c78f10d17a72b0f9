#include "include/faulty_files.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "choice.h"

/// A file in front of the system's, which follows it in memory.
struct faulty_file {
  sqlite3_file base;
  /// Belongs to SQLite for as long as the file is open; NULL for a temporary file.
  const char *path;
  int is_log;
};

static sqlite3_vfs *system_files;

static sqlite3_file *behind(sqlite3_file *file) {
  return (sqlite3_file *)((struct faulty_file *)file + 1);
}

/// Returns the result of a call: its own, or that of its fault.
#define CALL(file, kind, failure, call)                                       \
  enum sectional_fault fault;                                                 \
  if (sectional_goes_wrong(((struct faulty_file *)file)->path, kind, &fault)) \
    return fault == SECTIONAL_FAULT_FULL ? SQLITE_FULL                        \
         : fault == SECTIONAL_FAULT_LOCK ? SQLITE_BUSY                        \
                                         : failure;                           \
  return call

static int file_close(sqlite3_file *file) {
  return behind(file)->pMethods ? behind(file)->pMethods->xClose(behind(file)) : SQLITE_OK;
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  struct faulty_file *own = (struct faulty_file *)file;
  enum sectional_fault fault;
  if (sectional_goes_wrong(own->path, own->is_log ? CALL_READ_LOG : CALL_OTHER, &fault)) {
    if (fault != SECTIONAL_FAULT_SHORTEN) return SQLITE_IOERR_READ;
    int result = behind(file)->pMethods->xRead(behind(file), bytes, count / 2, offset);
    memset((char *)bytes + count / 2, 0, count - count / 2);
    return result == SQLITE_OK ? SQLITE_IOERR_SHORT_READ : result;
  }
  return behind(file)->pMethods->xRead(behind(file), bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  enum sectional_fault fault;
  if (sectional_goes_wrong(((struct faulty_file *)file)->path, CALL_WRITE, &fault)) {
    if (fault == SECTIONAL_FAULT_FULL) return SQLITE_FULL;
    if (fault == SECTIONAL_FAULT_SHORTEN)
      behind(file)->pMethods->xWrite(behind(file), bytes, count / 2, offset);
    return SQLITE_IOERR_WRITE;
  }
  return behind(file)->pMethods->xWrite(behind(file), bytes, count, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  CALL(file, CALL_OTHER, SQLITE_IOERR_TRUNCATE,
       behind(file)->pMethods->xTruncate(behind(file), size));
}

static int file_sync(sqlite3_file *file, int flags) {
  CALL(file, CALL_OTHER, SQLITE_IOERR_FSYNC, behind(file)->pMethods->xSync(behind(file), flags));
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  CALL(file, CALL_OTHER, SQLITE_IOERR_FSTAT, behind(file)->pMethods->xFileSize(behind(file), size));
}

static int file_lock(sqlite3_file *file, int level) {
  CALL(file, CALL_LOCK, SQLITE_IOERR_LOCK, behind(file)->pMethods->xLock(behind(file), level));
}

static int file_unlock(sqlite3_file *file, int level) {
  return behind(file)->pMethods->xUnlock(behind(file), level);
}

static int file_check_reserved(sqlite3_file *file, int *is_reserved) {
  CALL(file, CALL_OTHER, SQLITE_IOERR_CHECKRESERVEDLOCK,
       behind(file)->pMethods->xCheckReservedLock(behind(file), is_reserved));
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  return behind(file)->pMethods->xFileControl(behind(file), operation, argument);
}

static int file_sector_size(sqlite3_file *file) {
  return behind(file)->pMethods->xSectorSize(behind(file));
}

static int file_characteristics(sqlite3_file *file) {
  return behind(file)->pMethods->xDeviceCharacteristics(behind(file));
}

static int file_shm_map(sqlite3_file *file, int page, int size, int extends, void volatile **map) {
  CALL(file, extends ? CALL_WRITE : CALL_OTHER, SQLITE_IOERR_SHMMAP,
       behind(file)->pMethods->xShmMap(behind(file), page, size, extends, map));
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  // What is given back is always given back.
  if (flags & SQLITE_SHM_UNLOCK)
    return behind(file)->pMethods->xShmLock(behind(file), offset, count, flags);
  CALL(file, CALL_LOCK, SQLITE_IOERR_SHMLOCK,
       behind(file)->pMethods->xShmLock(behind(file), offset, count, flags));
}

static void file_shm_barrier(sqlite3_file *file) {
  behind(file)->pMethods->xShmBarrier(behind(file));
}

static int file_shm_unmap(sqlite3_file *file, int deletes) {
  return behind(file)->pMethods->xShmUnmap(behind(file), deletes);
}

static int file_fetch(sqlite3_file *file, sqlite3_int64 offset, int count, void **bytes) {
  return behind(file)->pMethods->xFetch(behind(file), offset, count, bytes);
}

static int file_unfetch(sqlite3_file *file, sqlite3_int64 offset, void *bytes) {
  return behind(file)->pMethods->xUnfetch(behind(file), offset, bytes);
}

#define METHODS(version)                                                                      \
  {version, file_close, file_read, file_write, file_truncate, file_sync, file_size,           \
   file_lock, file_unlock, file_check_reserved, file_control, file_sector_size,               \
   file_characteristics, file_shm_map, file_shm_lock, file_shm_barrier, file_shm_unmap,       \
   file_fetch, file_unfetch}

static const sqlite3_io_methods methods[] = {METHODS(1), METHODS(2), METHODS(3)};

static int files_open(
    sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *given) {
  (void)vfs;
  struct faulty_file *own = (struct faulty_file *)file;
  enum sectional_fault fault;
  own->base.pMethods = NULL;
  own->path = path;
  own->is_log = (flags & SQLITE_OPEN_WAL) != 0;
  behind(file)->pMethods = NULL;
  if (sectional_goes_wrong(path, CALL_OPEN, &fault)) return SQLITE_CANTOPEN;
  int result = system_files->xOpen(system_files, path, behind(file), flags, given);
  if (!behind(file)->pMethods) return result;
  int version = behind(file)->pMethods->iVersion;
  own->base.pMethods = &methods[version > 3 ? 2 : version - 1];
  return result;
}

static int files_delete(sqlite3_vfs *vfs, const char *path, int syncs) {
  (void)vfs;
  enum sectional_fault fault;
  if (sectional_goes_wrong(path, CALL_OTHER, &fault)) return SQLITE_IOERR_DELETE;
  return system_files->xDelete(system_files, path, syncs);
}

static int files_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  (void)vfs;
  enum sectional_fault fault;
  if (sectional_goes_wrong(path, CALL_OTHER, &fault)) return SQLITE_IOERR_ACCESS;
  return system_files->xAccess(system_files, path, flags, result);
}

int sectional_faults_install(void) {
  static sqlite3_vfs files;
  if (system_files) return SQLITE_OK;
  system_files = sqlite3_vfs_find(NULL);
  if (!system_files) return SQLITE_ERROR;
  files = *system_files;
  files.zName = "faulty";
  files.pNext = NULL;
  files.szOsFile = system_files->szOsFile + (int)sizeof(struct faulty_file);
  files.xOpen = files_open;
  files.xDelete = files_delete;
  files.xAccess = files_access;
  return sqlite3_vfs_register(&files, 1);
}
