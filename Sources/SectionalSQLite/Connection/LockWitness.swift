import Foundation

/// Tells which locks this process has on a file, as the system sees it.
///
/// The locks that SQLite takes are the whole process's. When anything in it closes the file, or another copy of SQLite
/// gives its own locks back, they are gone, and nobody is told (https://www.sqlite.org/howtocorrupt.html, 2.2). A question
/// in the name of an open file, and not of the process, is answered about the process's own locks as well.
struct LockWitness {
  // F_OFD_GETLK, which the modules of the C libraries leave out.
  #if canImport(Darwin)
    private static let question: Int32 = 92
  #else
    private static let question: Int32 = 36
  #endif

  private let file: FileIdentity
  /// Anybody's in this process; to ask changes nothing.
  private let descriptor: Int32

  /// Finds a descriptor by which this process has a file open: to open it here and close it would drop the locks.
  ///
  /// - Returns: `nil` if there is none, or the system doesn't list them.
  init?(ofFileAt path: String) {
    guard let file = try? FileIdentity(of: path),
      let names = try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd"),
      let descriptor = names.compactMap({ Int32($0) }).first(where: file.isFile(descriptor:))
    else { return nil }
    self.file = file
    self.descriptor = descriptor
  }

  /// Tells whether the process keeps everybody else from locking a byte.
  ///
  /// - Returns: `nil` if the system doesn't tell, or the descriptor leads to another file by now.
  func hasLocked(_ byte: Int64) -> Bool? {
    guard file.isFile(descriptor: descriptor) else { return nil }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(byte)
    lock.l_len = 1
    guard unsafe fcntl(descriptor, LockWitness.question, &lock) == 0 else { return nil }
    return lock.l_type != Int16(F_UNLCK) && lock.l_pid == getpid()
  }
}
