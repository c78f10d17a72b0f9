import Foundation

/// Reports which locks this process holds on a file, as the system sees them.
///
/// SQLite's locks belong to the whole process. If anything in the process closes the file, or another copy of SQLite
/// releases its own locks, they are lost without notice (https://www.sqlite.org/howtocorrupt.html, 2.2). A query on
/// behalf of an open file description, and not of the process, also reports the process's own locks.
struct LockWitness {
  // F_OFD_GETLK, which the C library modules don't export.
  #if canImport(Darwin)
    private static let question: Int32 = 92
  #else
    private static let question: Int32 = 36
  #endif

  private let file: FileIdentity
  /// A descriptor that any code in this process may have opened; querying it changes nothing.
  private let descriptor: Int32

  /// Finds a descriptor with which this process has the file open, because opening and closing the file would drop the
  /// locks.
  ///
  /// - Returns: `nil` if there is none, or if the system doesn't list descriptors.
  init?(ofFileAt path: String) {
    guard let file = try? FileIdentity(of: path),
      let descriptor = FileIdentity.descriptors?.first(where: file.isFile(descriptor:))
    else { return nil }
    self.file = file
    self.descriptor = descriptor
  }

  /// Returns whether this process prevents all others from locking a byte.
  ///
  /// - Returns: `nil` if the system doesn't say, or if the descriptor now refers to another file.
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
