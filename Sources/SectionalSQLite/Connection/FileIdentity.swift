import Foundation
import Sectional

/// Which file a path leads to, through links; two paths to one file have one identity.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// Looks at a path without opening the file: closing it again would drop the process's locks on it.
  ///
  /// - Throws: `StoreError` in words a person can act on, when there is no regular file that may be read.
  init(of path: String) throws(StoreError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      guard errno != EACCES else {
        throw StoreError(.accessDenied, "\(path) may not be looked at; ask for permission")
      }
      throw StoreError(.cannotOpen, "there is no file \(path)")
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR:
      throw StoreError(.cannotOpen, "\(path) is a folder; name a database file in it")
    default: throw StoreError(.cannotOpen, "\(path) is not a file; name a database file")
    }
    guard unsafe access(path, R_OK) == 0 else {
      throw StoreError(.accessDenied, "\(path) may not be read; ask for read permission")
    }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// Tells whether a path leads to the file.
  func isFile(at path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && access(path, R_OK) == 0 && isFile(status)
  }

  /// Tells whether a descriptor leads to the file.
  func isFile(descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && isFile(status)
  }

  private func isFile(_ status: stat) -> Bool {
    UInt64(truncatingIfNeeded: status.st_dev) == device
      && UInt64(truncatingIfNeeded: status.st_ino) == number
  }

  /// Makes sure that a missing file can be created.
  ///
  /// - Throws: `StoreError` in words a person can act on, when there is no folder for it.
  static func checkFolder(of path: String) throws(StoreError) {
    guard !path.isEmpty, !path.hasPrefix(":") else {
      throw StoreError(
        .cannotOpen, "an SQLite store is a file; name its path, or use MemoryStore")
    }
    let folder = URL(filePath: path).deletingLastPathComponent().path
    guard unsafe access(folder, W_OK) == 0 else {
      throw StoreError(
        .cannotOpen,
        "\(path) can't be created; the folder \(folder) must be there and writable")
    }
  }
}
