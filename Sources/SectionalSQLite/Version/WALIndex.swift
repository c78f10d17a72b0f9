import SectionalCSQLite

/// What the shared memory of a file in WAL mode says of its log (https://www.sqlite.org/walformat.html, 2).
struct WALIndex: Hashable {
  /// How the log stands: which generation of it, and up to where it is committed.
  struct Log: Hashable, Codable {
    /// The number of frames that are committed.
    let frames: UInt32
    /// The checksum of all of them.
    let checksum: UInt64
    /// Two numbers that change when the log begins anew.
    let salt: UInt64
  }

  private static let headerCount = 48
  private let bytes: [UInt8]

  /// Reads the shared memory; nothing while somebody writes it.
  init?(_ memory: UnsafeRawPointer) {
    let size = WALIndex.headerCount
    // The header stands there twice, and is whole where both are the same. Behind them stands how many frames were
    // copied into the file.
    let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: memory, count: 2 * size + 4))
    guard bytes[..<size] == bytes[size..<(2 * size)] else { return nil }
    self.bytes = Array(bytes[size...])
  }

  /// The log; nothing where the file itself holds everything that is committed.
  var log: Log? {
    let frames = UInt32(truncatingIfNeeded: word(at: 16))
    let copied = UInt32(truncatingIfNeeded: word(at: WALIndex.headerCount))
    guard frames > 0, copied < frames else { return nil }
    return Log(
      frames: frames, checksum: word(at: 24) << 32 | word(at: 28),
      salt: word(at: 32) << 32 | word(at: 36))
  }

  private func word(at place: Int) -> UInt64 {
    (0..<4).reduce(0) { $0 | UInt64(bytes[place + $1]) << (8 * $1) }
  }
}

extension SQLiteHandle {
  /// Looks at the log's shared memory.
  ///
  /// It must be mapped already, as it is after a read of a file in WAL mode: SQLite would make it otherwise.
  var walIndex: WALIndex? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard
      unsafe sqlite3_file_control(pointer, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let file = unsafe file, let methods = unsafe file.pointee.pMethods,
      unsafe methods.pointee.iVersion >= 2, let map = unsafe methods.pointee.xShmMap
    else { return nil }
    var memory: UnsafeMutableRawPointer?
    // The first of the parts in which SQLite maps it, without making it larger. For a reader the result can say that it
    // is read-only.
    _ = unsafe map(file, 0, 32768, 0, &memory)
    return unsafe memory.flatMap { unsafe WALIndex(UnsafeRawPointer($0)) }
  }
}
