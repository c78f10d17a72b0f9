import Foundation

/// The folder of the databases during measurements.
final class TemporaryFolder: Sendable {
  private let url: URL

  /// Creates the folder.
  init() throws {
    url = FileManager.default.temporaryDirectory.appending(
      path: "sectional-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Removes the folder and its contents.
  ///
  /// A database that is being closed removes files at the same time, which makes this fail, so it is retried.
  func remove() {
    for _ in 0..<50 where FileManager.default.fileExists(atPath: url.path) {
      try? FileManager.default.removeItem(at: url)
      usleep(10_000)
    }
  }

  /// Returns the path of a file in the folder.
  func path(of name: String) -> String { url.appending(path: name).path }

  /// Runs a body with a copy of a file, which is removed afterwards.
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
