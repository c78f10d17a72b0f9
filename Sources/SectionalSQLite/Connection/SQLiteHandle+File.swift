import Sectional
import SectionalCSQLite

extension SQLiteHandle {
  /// The first bytes of the file, read without a lock, or `nil` if they can't be read.
  ///
  /// They are read through SQLite's own file handle: opening the file a second time and closing it would drop the locks
  /// that this process has on it (https://www.sqlite.org/howtocorrupt.html, 2.2).
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
    // The second code is SQLITE_IOERR_SHORT_READ: the file is shorter, and the rest is zeros.
    guard result == SQLITE_OK || result == SQLITE_IOERR | 2 << 8 else { return nil }
    return SQLiteHeader(bytes: bytes)
  }
}

/// The header of a database file (https://www.sqlite.org/fileformat2.html, 1.3).
struct SQLiteHeader: Hashable {
  /// The number of bytes in the header.
  static let count = 100
  let bytes: [UInt8]

  /// The number that every commit with a rollback journal increments.
  var changeCounter: UInt32 { bytes[24..<28].reduce(0) { $0 << 8 | UInt32($1) } }

  /// Whether commits go to a write-ahead log in a separate file and leave the header unchanged.
  var isInWALMode: Bool { bytes[18] == 2 }
}
