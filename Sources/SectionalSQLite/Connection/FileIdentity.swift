import Foundation
import Sectional

/// The identity of the file that a path leads to, following links; two paths to one file have the same identity.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// An identity that no file has.
  static let nowhere = FileIdentity(device: .max, number: .max)

  private init(device: UInt64, number: UInt64) { (self.device, self.number) = (device, number) }

  /// Examines a path without opening the file, because closing it again would drop the process's locks on it.
  ///
  /// - Throws: `StoreError` with a message that a user can act on, if there is no readable regular file at the path.
  init(of path: String) throws(StoreError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      guard errno != EACCES else {
        throw StoreError(.accessDenied, "\(path) can't be accessed; ask for permission")
      }
      try FileIdentity.checkIsPath(path)
      throw StoreError(.cannotOpen, "there is no file at \(path); check the path")
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR:
      throw StoreError(.cannotOpen, "\(path) is a folder; name a database file in it")
    default: throw StoreError(.cannotOpen, "\(path) is not a file; name a database file")
    }
    guard unsafe access(path, R_OK) == 0 else {
      throw StoreError(.accessDenied, "\(path) can't be read; ask for read permission")
    }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// Returns whether a path leads to the file.
  func isFile(at path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && access(path, R_OK) == 0 && isFile(status)
  }

  /// Returns whether a descriptor refers to the file.
  func isFile(descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && isFile(status)
  }

  /// The descriptors of this process, or `nil` if the system doesn't list them.
  static var descriptors: [Int32]? {
    (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd"))?.compactMap { Int32($0) }
  }

  /// Returns whether a state is the file's.
  func isFile(in state: FileState) -> Bool { state.device == device && state.file == number }

  private func isFile(_ status: stat) -> Bool {
    UInt64(truncatingIfNeeded: status.st_dev) == device
      && UInt64(truncatingIfNeeded: status.st_ino) == number
  }

  /// Throws an error if a text at which there is no file is one of those that SQLite doesn't take as a path.
  private static func checkIsPath(_ text: String) throws(StoreError) {
    guard !text.isEmpty, text.utf8.first != UInt8(ascii: ":") else {
      throw StoreError(
        .cannotOpen, "a database in memory can't be shared with its writers; name a file")
    }
    guard text.utf8.starts(with: "file:".utf8) else { return }
    throw StoreError(
      .cannotOpen,
      "\(text) is a URI, which can change how a file is locked; name the path of the file itself")
  }

  /// Checks that a missing file can be created.
  ///
  /// - Throws: `StoreError` with a message that a user can act on, if the path isn't a file's or the file's folder
  ///   doesn't exist or isn't writable.
  static func checkFolder(of path: String) throws(StoreError) {
    try checkIsPath(path)
    let folder = URL(filePath: path).deletingLastPathComponent().path
    guard unsafe access(folder, W_OK) == 0 else {
      throw StoreError(
        .cannotOpen,
        "\(path) can't be created; the folder \(folder) must exist and be writable")
    }
  }
}
