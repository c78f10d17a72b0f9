import Foundation
import SectionalSQLite
import Testing

/// An SQLite file in a folder of its own that goes with it, written by the `sqlite3` program.
final class ScratchFile {
  let folder: URL
  let path: String

  init(_ sql: String) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "sectional-sqlite-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "scratch.sqlite").path
    try write(sql)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs SQL in a process of its own, on this file or another one of the folder.
  @discardableResult func write(_ sql: String, to name: String = "scratch.sqlite") throws -> String
  {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "sqlite3", "-batch", "-bail", "-cmd", ".timeout 5000", folder.appending(path: name).path, sql,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return String(decoding: answer, as: UTF8.self)
  }

  /// Opens the file, impatient enough for tests.
  func store() throws -> SQLiteStore {
    try SQLiteStore(
      path: path, pollInterval: .milliseconds(5), busyTimeout: .milliseconds(200))
  }
}
