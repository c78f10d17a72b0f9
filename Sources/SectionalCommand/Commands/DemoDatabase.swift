import Foundation
import Sectional
import SectionalSQLite

/// The demonstration's database, written only by the `sqlite3` program.
struct DemoDatabase {
  private let folder: URL
  /// The path of the file.
  var path: String { folder.appending(path: "regions.sqlite").path }

  /// Creates a database in a temporary folder and loads the fixture into it.
  init(loading fixture: String) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "sectional-demo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    do { try DemoDatabase.create(path, from: fixture) } catch {
      remove()
      throw error
    }
  }

  /// Creates a file that stays.
  ///
  /// - Throws: `StoreError` if there is something at the path or the fixture can't be read.
  static func create(_ path: String, from fixture: String) throws {
    guard let text = try? String(contentsOfFile: fixture, encoding: .utf8),
      text.hasPrefix("code,language,name,initial,continent\n")
    else {
      throw StoreError(
        .cannotOpen,
        "\(fixture) is not the fixture, which begins with code,language,name,initial,continent; use "
          + "demo Fixtures/regions.csv")
    }
    let folder = URL(filePath: path).deletingLastPathComponent().path
    guard FileManager.default.isWritableFile(atPath: folder) else {
      throw StoreError(
        .cannotOpen, "\(path) can't be made; the folder \(folder) must exist and be writable")
    }
    guard !FileManager.default.fileExists(atPath: path) else {
      throw StoreError(.cannotOpen, "there is a file at \(path) already; name a new one")
    }
    do { try load(path, from: fixture) } catch {
      for ending in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + ending)
      }
      throw error
    }
  }

  private static func load(_ path: String, from fixture: String) throws {
    // The dot-commands of the sqlite3 shell quote strings like C.
    let quoted = fixture.replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "\"", with: "\\\"")
    try run(
      on: path,
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE region(
        code TEXT NOT NULL, language TEXT NOT NULL, name TEXT NOT NULL, initial TEXT,
        continent TEXT, PRIMARY KEY (code, language));
      .import --csv --skip 1 "\(quoted)" region
      CREATE TABLE language(code TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
      INSERT INTO language VALUES ('ar', 'Arabic'), ('el', 'Greek'), ('en', 'English'), ('he', 'Hebrew'), ('hi', 'Hindi'),
        ('hy', 'Armenian'), ('ja', 'Japanese'), ('ko', 'Korean'), ('ru', 'Russian'), ('sv', 'Swedish'), ('th', 'Thai'),
        ('zh-Hans', 'Chinese');
      CREATE INDEX region_language ON region(language);
      """)
  }

  /// Has the file keep which rows change, and which language a region had.
  func logChanges() async throws {
    let store = try SQLiteStore(path: path)
    try await store.installChangeLog(for: ["language"])
    try await store.installChangeLog(for: ["region"], oldValuesOf: ["language"])
  }

  /// Runs SQL in a separate process.
  func run(_ sql: String) throws { try DemoDatabase.run(on: path, sql) }

  private static func run(on path: String, _ sql: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-batch", "-bail", "-cmd", ".timeout 5000", path]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = output
    try process.run()
    // A program that has failed already doesn't read its input.
    try? input.fileHandleForWriting.write(contentsOf: Data((sql + "\n;\n").utf8))
    try? input.fileHandleForWriting.close()
    let complaint = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let words = String(decoding: complaint, as: UTF8.self).split(whereSeparator: \.isNewline)
      throw StoreError(
        .cannotOpen,
        process.terminationStatus == 127
          ? "the sqlite3 program isn't installed; make setup installs it"
          : "the sqlite3 program failed: \(words.first ?? "it gave no reason")")
    }
  }

  /// Deletes the database.
  func remove() { try? FileManager.default.removeItem(at: folder) }
}
