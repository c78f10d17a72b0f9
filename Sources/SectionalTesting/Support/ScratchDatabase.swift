package import Foundation

/// An SQLite file in a folder of its own that goes with it, written by the `sqlite3` program.
package final class ScratchDatabase: Sendable {
  /// The folder, for other files beside the database.
  package let folder: URL
  /// The database's path.
  package var path: String { folder.appending(path: "scratch.sqlite").path }

  /// Where the program is; to have it looked for takes half as long again as to run it.
  private static let program = URL(
    filePath: (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/sqlite3" }.first { FileManager.default.isExecutableFile(atPath: $0) }
      ?? "/usr/bin/sqlite3")

  /// Makes the folder, and the database by running SQL in it.
  package init(_ sql: String = "") throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "sectional-scratch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if !sql.isEmpty { try write(sql) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs SQL in a process of its own, on this file or another one of the folder.
  ///
  /// - Returns: What the program printed.
  /// - Throws: ``WriterFailure`` when the program failed.
  @discardableResult package func write(
    _ sql: String, to name: String = "scratch.sqlite"
  ) throws -> String {
    let program = try ChildProgram(
      ["-batch", "-bail", "-cmd", ".timeout 5000", folder.appending(path: name).path, sql],
      at: ScratchDatabase.program)
    let (output, status) = try program.finish()
    guard status == 0 else { throw WriterFailure(sql: sql) }
    return output
  }
}

/// The `sqlite3` program refused some SQL.
package struct WriterFailure: Error {
  /// What it was given.
  package let sql: String
}
