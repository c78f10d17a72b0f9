import SectionalCSQLite

/// What the shared memory of a file in WAL mode says about its log (https://www.sqlite.org/walformat.html, 2).
struct WALIndex: Hashable {
  /// The state of the log: its generation, and how far it is committed.
  struct Log: Hashable, Codable {
    /// The number of committed frames.
    let frames: UInt32
    /// The checksum of all committed frames.
    let checksum: UInt64
    /// Two numbers that change when the log restarts.
    let salt: UInt64
  }

  private static let headerCount = 48
  private let bytes: [UInt8]

  /// Reads the shared memory; returns `nil` while it is being written.
  init?(_ memory: UnsafeRawPointer) {
    let size = WALIndex.headerCount
    // The header is stored twice, and is consistent if both copies are equal. It is followed by the number of frames
    // that have been copied into the file.
    let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: memory, count: 2 * size + 4))
    guard bytes[..<size] == bytes[size..<(2 * size)] else { return nil }
    self.bytes = Array(bytes[size...])
  }

  /// The log, or `nil` if the file itself contains everything that is committed.
  var log: Log? {
    let frames = UInt32(truncatingIfNeeded: word(at: 16))
    let copied = UInt32(truncatingIfNeeded: word(at: WALIndex.headerCount))
    guard frames > 0, copied < frames else { return nil }
    return Log(
      frames: frames, checksum: word(at: 24) << 32 | word(at: 28),
      salt: word(at: 32) << 32 | word(at: 36))
  }

  /// Whether the log was empty when its index was made, which then is the same for every state of the file.
  var isBlank: Bool { word(at: 32) == 0 && word(at: 36) == 0 }

  /// What every commit changes, and nothing else does: the number of commits since the index was made, and the checksum of
  /// all frames.
  ///
  /// The number of frames and the salts also change when a log begins anew, before the transaction that writes to it is
  /// committed.
  var commits: [UInt64] { [UInt64(changeCounter), word(at: 24), word(at: 28)] }

  /// The number of commits since the index was made.
  var changeCounter: UInt32 { UInt32(truncatingIfNeeded: word(at: 8)) }

  private func word(at place: Int) -> UInt64 {
    (0..<4).reduce(0) { $0 | UInt64(bytes[place + $1]) << (8 * $1) }
  }
}

extension SQLiteHandle {
  /// The index in the log's shared memory.
  ///
  /// It must already be mapped, as it is after a read of a file in WAL mode; otherwise SQLite would create it.
  var walIndex: WALIndex? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard
      unsafe sqlite3_file_control(pointer, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let file = unsafe file, let methods = unsafe file.pointee.pMethods,
      unsafe methods.pointee.iVersion >= 2, let map = unsafe methods.pointee.xShmMap
    else { return nil }
    var memory: UnsafeMutableRawPointer?
    // This maps the first of SQLite's regions without extending the file. For a reader, the result code can say that it
    // is read-only, so the code is ignored.
    _ = unsafe map(file, 0, 32768, 0, &memory)
    return unsafe memory.flatMap { unsafe WALIndex(UnsafeRawPointer($0)) }
  }
}
