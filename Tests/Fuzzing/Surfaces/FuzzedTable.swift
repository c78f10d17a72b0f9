import Foundation
import Sectional
import SectionalCSQLite
import SectionalSQLite
import SectionalTesting

/// A file with the table `item`, whose cells have any values, in a folder that is deleted with this object.
@safe @MainActor final class FuzzedTable {
  nonisolated static let columns = ["id", "a", "b", "c"]

  let folder: String
  // Used on the main actor, and closed with this object.
  private let database: OpaquePointer
  var path: String { folder + "/items.sqlite" }

  init() throws {
    // Files that are deleted at once don't need a disk.
    let place =
      FileManager.default.isWritableFile(atPath: "/dev/shm")
      ? "/dev/shm" : FileManager.default.temporaryDirectory.path
    folder = place + "/sectional-fuzz-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var opened: OpaquePointer?
    let result = unsafe sqlite3_open(folder + "/items.sqlite", &opened)
    guard result == SQLITE_OK, let opened = unsafe opened else {
      throw LawViolation(.oracle, "no database")
    }
    unsafe database = opened
    unsafe sqlite3_busy_timeout(opened, 10_000)
    try execute("PRAGMA synchronous = 0; CREATE TABLE item(id INTEGER PRIMARY KEY, a, b, c)")
  }

  isolated deinit {
    unsafe sqlite3_close(database)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Runs SQL on a connection that the library knows nothing of.
  func execute(_ sql: String) throws {
    guard unsafe sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else {
      throw LawViolation(.oracle, "\(unsafe String(cString: sqlite3_errmsg(database))): \(sql)")
    }
  }

  /// Inserts rows of any cells, exactly as they are.
  func insert(_ rows: [[StoredValue]]) throws {
    for row in rows {
      var opened: OpaquePointer?
      let sql = "INSERT OR REPLACE INTO item VALUES (?, ?, ?, ?)"
      guard unsafe sqlite3_prepare_v2(database, sql, -1, &opened, nil) == SQLITE_OK else {
        throw LawViolation(.oracle, unsafe String(cString: sqlite3_errmsg(database)))
      }
      let statement = unsafe opened
      defer { unsafe sqlite3_finalize(statement) }
      for (place, value) in row.enumerated() { unsafe bind(value, Int32(place + 1), statement) }
      guard unsafe sqlite3_step(statement) == SQLITE_DONE else {
        throw LawViolation(.oracle, unsafe String(cString: sqlite3_errmsg(database)))
      }
    }
  }

  private func bind(_ value: StoredValue, _ place: Int32, _ statement: OpaquePointer?) {
    // The bytes are copied before the call returns.
    let isCopied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: unsafe sqlite3_bind_null(statement, place)
    case .integer(let integer): unsafe sqlite3_bind_int64(statement, place, integer)
    case .real(let real): unsafe sqlite3_bind_double(statement, place, real)
    case .text(let text):
      unsafe sqlite3_bind_text(statement, place, text, Int32(text.utf8.count), isCopied)
    case .malformedText(let bytes):
      _ = unsafe bytes.withUnsafeBytes {
        unsafe sqlite3_bind_text(
          statement, place, $0.baseAddress?.assumingMemoryBound(to: CChar.self),
          Int32(bytes.count), isCopied)
      }
    case .blob(let bytes):
      guard !bytes.isEmpty else {
        unsafe sqlite3_bind_zeroblob(statement, place, 0)
        return
      }
      unsafe sqlite3_bind_blob(statement, place, bytes, Int32(bytes.count), isCopied)
    }
  }

  /// Opens the file; nothing is looked at but when a list is told to.
  func store() throws -> SQLiteStore {
    try SQLiteStore(path: path, pollInterval: .seconds(3600), busyTimeout: .milliseconds(200))
  }

  /// Returns random rows.
  static func rows(_ choices: inout FuzzBytes, upTo most: Int) -> [[StoredValue]] {
    (0..<choices.below(most + 1)).map { _ in
      [.integer(Int64(choices.below(24)))] + (0..<3).map { _ in choices.value() }
    }
  }

  /// Returns a value as a literal of SQLite's SQL.
  static func literal(_ value: StoredValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let integer): integer == .min ? "(-9223372036854775807 - 1)" : "\(integer)"
    case .real(let real): real.isInfinite ? (real < 0 ? "-9e999" : "9e999") : "\(real)"
    case .text(let text): "CAST(x'\(hexadecimal(Array(text.utf8)))' AS TEXT)"
    case .malformedText(let bytes): "CAST(x'\(hexadecimal(bytes))' AS TEXT)"
    case .blob(let bytes): "x'\(hexadecimal(bytes))'"
    }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
