package import Foundation

/// An SQLite file in its own folder, which is deleted with this object.
///
/// The `sqlite3` program writes it.
package final class ScratchDatabase: Sendable {
  /// The folder, for other files next to the database.
  package let folder: URL
  /// The database's path.
  package var path: String { folder.appending(path: "scratch.sqlite").path }

  /// The path of the program.
  ///
  /// Looking it up would take half as long again as running it.
  private static let program = URL(
    filePath: (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/sqlite3" }.first { FileManager.default.isExecutableFile(atPath: $0) }
      ?? "/usr/bin/sqlite3")

  /// Creates the folder, and creates the database by running SQL in it.
  package init(_ sql: String = "") throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "sectional-scratch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if !sql.isEmpty { try write(sql) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs SQL in a separate process, on this file or another file in the folder.
  ///
  /// - Returns: The output of the program.
  /// - Throws: ``WriterFailure`` if the program failed.
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

/// A database's program failed to run some SQL.
package struct WriterFailure: Error {
  /// The SQL that failed.
  package let sql: String
}
