import Sectional
import SectionalCSQLite

extension SQLiteHandle {
  /// The first bytes of the file, read without a lock; nothing where they can't be had.
  ///
  /// They are read through SQLite's own handle: to open the file beside it and close it again would drop the locks that
  /// this process has on it (https://www.sqlite.org/howtocorrupt.html, 2.2).
  var header: SQLiteHeader? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard
      unsafe sqlite3_file_control(pointer, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let file = unsafe file, let methods = unsafe file.pointee.pMethods,
      let read = unsafe methods.pointee.xRead
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: SQLiteHeader.count)
    let result = unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe read(file, bytes.baseAddress, Int32(bytes.count), 0)
    }
    // The second is SQLITE_IOERR_SHORT_READ: the file ends before, and the rest is zeros.
    guard result == SQLITE_OK || result == SQLITE_IOERR | 2 << 8 else { return nil }
    return SQLiteHeader(bytes: bytes)
  }
}

/// What stands at the beginning of a database file (https://www.sqlite.org/fileformat2.html, 1.3).
struct SQLiteHeader: Hashable {
  /// How many bytes it has.
  static let count = 100
  let bytes: [UInt8]

  /// Whether commits go to a log beside the file, and leave the header as it is.
  var isInWALMode: Bool { bytes[18] == 2 }
}
