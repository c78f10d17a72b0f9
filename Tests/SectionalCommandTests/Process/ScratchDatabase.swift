import Foundation
import Testing

/// A database in a folder of its own that goes with it, written by the `sqlite3` program.
final class ScratchDatabase {
  let folder: URL
  var path: String { folder.appending(path: "scratch.sqlite").path }

  init(_ sql: String = "") throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "sectional-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if !sql.isEmpty { try write(sql) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs SQL in a process of its own.
  @discardableResult func write(_ sql: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-batch", "-bail", "-cmd", ".timeout 5000", path, sql]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return String(decoding: answer, as: UTF8.self)
  }

  /// A database of contacts in teams.
  static func contacts() throws -> ScratchDatabase {
    try ScratchDatabase(
      """
      CREATE TABLE contact(id INTEGER PRIMARY KEY, name TEXT, team TEXT);
      INSERT INTO contact VALUES (1, 'Ada', 'Red'), (2, 'Bob', NULL), (3, 'Cy', 'Blue');
      """)
  }
}
