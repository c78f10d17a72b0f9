import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Rows that stay written although a trigger or a constraint ends the work on them before all triggers have fired.
@Suite(.serialized)
struct EndedWriteTests {
  /// Creates a file whose table `item` has the change log.
  private func file(keeping columns: [String], before: String = "") async throws -> ScratchDatabase
  {
    let file = try ScratchDatabase(EndingWrite.tables + before)
    try await SQLiteStore(path: file.path).installChangeLog(for: ["item"], oldValuesOf: columns)
    return file
  }

  private func rows(_ file: ScratchDatabase) throws -> [Int64: String] {
    let lines = try file.write("SELECT id, * FROM item").split(separator: "\n")
    return try lines.reduce(into: [:]) { rows, line in
      rows[try #require(Int64(line.prefix { $0 != "|" }))] = String(line)
    }
  }

  /// Runs a write, which may fail, and checks that the log names the rows that it changed.
  private func expectNames(
    _ write: EndingWrite, creating kind: String, in file: ScratchDatabase
  ) async throws {
    let isTemporary = kind.hasPrefix("TEMP")
    let trigger = write.trigger.isEmpty ? "" : "CREATE \(kind) own \(write.trigger); "
    if !isTemporary, !trigger.isEmpty { try file.write(trigger) }
    let store = try SQLiteStore(path: file.path, access: .readOnly)
    let cursor = try #require(try await store.cursor())
    let before = try rows(file)
    _ = try? file.write((isTemporary ? trigger : "") + write.statement)
    let after = try rows(file)
    let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    let changes = try await store.changes(of: "item", since: cursor)
    guard let named = write.named else {
      #expect(
        changes
          == .everything(reason: "the change log can't say which rows of \"item\" changed"))
      return
    }
    #expect(changed == named, "SQLite did something else")
    guard case .tables(let tables) = changes else {
      Issue.record("the log named no rows: \(changes)")
      return
    }
    let table = tables["item"] ?? ChangedTable(keys: [])
    #expect(table.keys.isSuperset(of: named.map { RowKey(rowID: $0) }))
    for (key, row) in table.oldRows {
      guard case .rowID(let rowID) = key.identity else { continue }
      #expect((row == .absent) == (before[rowID] == nil))
    }
  }

  @Test(arguments: EndingWrite.all, ["TRIGGER", "TEMP TRIGGER"])
  func `a row that stays written is named`(write: EndingWrite, kind: String) async throws {
    for columns in [[], ["name", "code"]] {
      try await expectNames(write, creating: kind, in: file(keeping: columns))
    }
  }

  @Test(arguments: [[], ["name"]])
  func `a row that takes the place of the newest one is named, or the log is uncertain`(
    columns: [String]
  ) async throws {
    try await expectNames(
      .certain, creating: "TEMP TRIGGER", in: file(keeping: columns))
    let removal = "CREATE TRIGGER early \(EndingWrite.removal);"
    try await expectNames(
      .uncertain, creating: "TEMP TRIGGER", in: file(keeping: columns, before: removal))
  }
}
