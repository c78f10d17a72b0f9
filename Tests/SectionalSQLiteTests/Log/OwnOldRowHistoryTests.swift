import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// What a store's own commits say of the rows before they changed, compared with whole copies of the table.
struct OwnOldRowHistoryTests {
  struct Plan: CustomTestStringConvertible, Sendable {
    let table: WrittenTable
    let hasCompositeKey: Bool
    let seed: UInt64
    var testDescription: String {
      "\(hasCompositeKey ? "compositeKey" : table.rawValue) \(seed)"
    }

    /// The statements that create the tables.
    var declaration: String {
      guard hasCompositeKey else { return table.declaration }
      return table.declaration
        .replacing("code TEXT PRIMARY KEY, name, team,", with: "name, team, code COLLATE NOCASE,")
        .replacing("UNIQUE (name, team)", with: "UNIQUE (name, team), PRIMARY KEY (code, team)")
    }

    /// What identifies a row.
    var key: [String] {
      table.hasRowID ? ["rowid"] : hasCompositeKey ? ["code", "team"] : ["code"]
    }

    /// The largest share of cells that may be unknown.
    ///
    /// A virtual column hides the columns behind it.
    var mostUnknown: Double { table == .computed ? 0.99 : 0 }
  }

  static let plans =
    WrittenTable.allCases.flatMap { table in
      (0..<4 as Range<UInt64>).map { Plan(table: table, hasCompositeKey: false, seed: $0) }
    }
    + (0..<4 as Range<UInt64>).map {
      Plan(table: .withoutRowID, hasCompositeKey: true, seed: $0)
    }

  private static let columns = ["code", "name", "team", "parent"]

  private struct Rollback: Error {}

  @Test(arguments: plans)
  func `each row was what the store's own commits say`(plan: Plan) async throws {
    // With a write-ahead log, the store reads through other connections than the one that writes.
    let mode = plan.seed % 2 == 0 ? "WAL" : "DELETE"
    let file = try ScratchDatabase("PRAGMA journal_mode = \(mode); \(plan.declaration)")
    var writes = RandomWrites(plan.table, seed: plan.seed)
    let triggers = UserTriggers(plan.table).drawn(&writes)
    for trigger in triggers { try file.write(trigger) }
    let store = try SQLiteStore(path: file.path, pollInterval: .seconds(3600), hook: .preupdate)
    let shell = try SQLiteShell(path: file.path)
    try await ask(store)
    var places = [(try #require(try await store.cursor()), try await copy(plan, shell))]
    var (known, unknown, unnamed) = (0, 0, 0)
    for step in 0..<HistoryLength.steps(30) {
      let script = try await write(&writes, to: store)
      // A list asks again after each commit.
      try await ask(store)
      let after = try await copy(plan, shell)
      for (age, (cursor, before)) in places.reversed().enumerated() {
        let place =
          "\(plan.testDescription), step \(step) from \(age + 1) before: \(triggers) \(script)"
        guard case .tables(let tables) = try await store.changes(of: "item", since: cursor) else {
          unnamed += 1
          continue
        }
        let changed = tables["item"] ?? ChangedTable(keys: [])
        for key in Set(before.keys).union(after.keys) where before[key] != after[key] {
          try #require(changed.keys.contains(key), "\(place): \(key) isn't named")
        }
        for key in changed.keys {
          let row = "\(String(describing: changed.oldRows[key])) in place of \(before[key] ?? [:])"
          let count = try #require(
            knownCells(of: changed.oldRows[key], before[key]), "\(place): \(key) was \(row)")
          known += count
          // SQLite doesn't write a row that stays the same, so a commit of such rows can't be told from none.
          let isSame = places.suffix(age + 1).allSatisfy { $0.1[key] == after[key] }
          if !isSame { unknown += OwnOldRowHistoryTests.columns.count - count }
        }
      }
      places.append((try #require(try await store.cursor()), after))
      places = places.suffix(5)
    }
    #expect(known > 0)
    #expect(Double(unknown) <= Double(known + unknown) * plan.mostUnknown)
    // The states of a file can become indistinguishable, but hardly ever do.
    #expect(unnamed <= HistoryLength.steps(30) / 10)
  }

  /// Reads as a list with an offset does, whose order needs every column.
  private func ask(_ store: SQLiteStore) async throws {
    var request = ResultsRequest<StoredRow>(
      table: "item", sortBy: OwnOldRowHistoryTests.columns.map { SortKey(.column($0)) })
    (request.fetchOffset, request.fetchLimit) = (1, 1)
    let page = request
    _ = try await store.read { try await $0.fetch(page) }
  }

  private typealias Row = [String: OracleValue]

  /// Returns how many of a row's cells are known, or `nil` if one of them is wrong.
  private func knownCells(of row: OldRow?, _ before: Row?) -> Int? {
    switch (row, before) {
    case (nil, _): return 0
    case (.absent?, nil): return OwnOldRowHistoryTests.columns.count
    case (.absent?, _?), (.present?, nil): return nil
    case (.present(let cells)?, let before?):
      let told = OwnOldRowHistoryTests.columns.filter { cells[$0] != nil }
      return told.allSatisfy { cells[$0].map(OracleValue.init) == before[$0] } ? told.count : nil
    }
  }

  /// Reads the whole table as another program.
  private func copy(_ plan: Plan, _ shell: SQLiteShell) async throws -> [RowKey: Row] {
    let columns = OwnOldRowHistoryTests.columns
    var copy: [RowKey: Row] = [:]
    for cells in try await shell.rows(plan.key + columns, from: "item") {
      let row = Row(uniqueKeysWithValues: zip(columns, cells.dropFirst(plan.key.count)))
      let key = cells.prefix(plan.key.count).map { cell -> StoredValue in
        switch cell {
        case .integer(let number): .integer(number)
        case .text(let bytes): .text(String(decoding: bytes, as: UTF8.self))
        default: .null
        }
      }
      if plan.table.hasRowID, case .integer(let rowID) = key[0] {
        copy[RowKey(rowID: rowID)] = row
      } else {
        copy[RowKey(key)] = row
      }
    }
    return copy
  }

  /// Writes one to three transactions, parts of which may be rolled back.
  private func write(
    _ writes: inout RandomWrites, to store: SQLiteStore
  ) async throws -> [[String]] {
    var scripts: [[String]] = []
    for _ in 0..<(writes.happens(onceIn: 2) ? 1 : 3) {
      let (first, second, third) = (writes.statements(), writes.statements(), writes.statements())
      let takesBackPart = writes.happens(onceIn: 3)
      let takesBackAll = writes.happens(onceIn: 10)
      _ = try? await store.write { db in
        for statement in first { _ = try? db.execute(statement) }
        if takesBackPart {
          _ = try? db.savepoint { db in
            for statement in second { _ = try? db.execute(statement) }
            throw Rollback()
          }
        }
        for statement in third { _ = try? db.execute(statement) }
        if takesBackAll { throw Rollback() }
      }
      scripts.append(first + [takesBackPart ? "back: \(second)" : ""] + third)
      if takesBackAll { scripts.append(["all back"]) }
    }
    return scripts
  }
}
