import Foundation

/// The folder the databases are in while measurements last.
final class TemporaryFolder: Sendable {
  private let url: URL

  /// Makes the folder.
  init() throws {
    url = FileManager.default.temporaryDirectory.appending(
      path: "sectional-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Removes the folder with everything in it.
  ///
  /// A database that is just being closed removes files by itself, which makes this fail; so it is tried again.
  func remove() {
    for _ in 0..<50 where FileManager.default.fileExists(atPath: url.path) {
      try? FileManager.default.removeItem(at: url)
      usleep(10_000)
    }
  }

  /// Returns the path of a file in it.
  func path(of name: String) -> String { url.appending(path: name).path }

  /// Runs a body with a copy of a file, which is gone afterwards.
  func withCopy<Output>(
    of path: String, _ body: (String) async throws -> Output
  ) async throws -> Output {
    let copy = url.appending(path: "copy-\(UUID().uuidString).sqlite").path
    defer {
      for ending in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: copy + ending)
      }
    }
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    return try await body(copy)
  }
}
