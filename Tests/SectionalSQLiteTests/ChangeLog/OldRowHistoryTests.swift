import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// What a log says of the rows before they changed, compared with whole copies of the table.
struct OldRowHistoryTests {
  struct Plan: CustomTestStringConvertible, Sendable {
    let table: WrittenTable
    let seed: UInt64
    var testDescription: String { "\(table.rawValue) \(seed)" }
  }

  static let plans = WrittenTable.allCases.flatMap { table in
    (0..<6 as Range<UInt64>).map { Plan(table: table, seed: $0) }
  }

  /// The number of histories for each plan, and twice as many for their length in a long run.
  static let histories = HistoryLength.steps(15) * (HistoryLength.steps(1) > 1 ? 2 : 1)

  @Test(arguments: plans)
  func `each row was what the log says`(plan: Plan) async throws {
    var writes = RandomWrites(plan.table, seed: plan.seed)
    let file = try ScratchDatabase("PRAGMA journal_mode = WAL; \(plan.table.declaration)")
    let triggers = UserTriggers(plan.table).drawn(&writes)
    let (early, late) = (
      triggers.indices.filter { $0 % 2 == 0 }, triggers.indices.filter { $0 % 2 == 1 }
    )
    for trigger in early { try file.write(triggers[trigger]) }
    let writer = try SQLiteStore(path: file.path)
    let columns = ["code", "name", "team", "parent"] + plan.table.computedColumns
    try await writer.installChangeLog(for: ["item"], oldValuesOf: columns)
    for trigger in late { try file.write(triggers[trigger]) }
    let shell = try SQLiteShell(path: file.path)
    try await shell.execute("PRAGMA synchronous = OFF")
    let store = try SQLiteStore(path: file.path, access: .readOnly)
    var before = try await copy(plan.table, columns, shell)
    var known = 0
    // A trigger that removes rows before SQLite chooses a rowid makes it uncertain which rowid that is.
    let isAlwaysKnown =
      plan.table.isAlwaysKnown
      && !(plan.table.hasRowID && triggers.contains { $0.contains("BEFORE INSERT") })
    for history in 0..<OldRowHistoryTests.histories {
      let cursor = try #require(try await store.cursor())
      let scripts = (0...(history % 3)).map { _ in writes.script(moving: plan.table) }
      for script in scripts { try? await shell.execute(script) }
      let after = try await copy(plan.table, columns, shell)
      let changes = try await store.changes(of: "item", since: cursor)
      defer { before = after }
      let place = "\(plan.testDescription), history \(history): \(triggers) \(scripts)"
      guard case .tables(let tables) = changes else {
        try #require(!isAlwaysKnown, "\(place): \(changes)")
        continue
      }
      known += 1
      let changed = tables["item"] ?? ChangedTable(keys: [])
      for key in Set(before.keys).union(after.keys) where before[key] != after[key] {
        try #require(changed.keys.contains(key), "\(place): \(key) isn't named")
      }
      try #require(Set(changed.oldRows.keys) == changed.keys, "\(place): rows are left out")
      for (key, row) in changed.oldRows {
        try #require(
          shown(row) == before[key], "\(place): \(key) was \(String(describing: before[key]))")
      }
    }
    #expect(known > 0 || !isAlwaysKnown)
  }

  private typealias Row = [String: OracleValue]

  /// Returns the cells of a row that the log describes, or `nil` if it was absent.
  private func shown(_ row: OldRow) -> Row? {
    guard case .present(let cells) = row else { return nil }
    return cells.mapValues(OracleValue.init)
  }

  /// Reads the whole table as another program.
  private func copy(
    _ table: WrittenTable, _ columns: [String], _ shell: SQLiteShell
  ) async throws -> [RowKey: Row] {
    let rows = try await shell.rows([table.identityOfLog] + columns, from: "item")
    var copy: [RowKey: Row] = [:]
    for cells in rows {
      var row = Row(uniqueKeysWithValues: zip(columns, cells.dropFirst()))
      switch cells[0] {
      case .integer(let rowID) where table.hasRowID:
        if table.identity == "id" { row["id"] = cells[0] }
        copy[RowKey(rowID: rowID)] = row
      case .text(let bytes):
        copy[RowKey([.text(String(decoding: bytes, as: UTF8.self))])] = row
      default: Issue.record("an unexpected key: \(cells[0])")
      }
    }
    return copy
  }
}

extension WrittenTable {
  /// The expression that the change log identifies a row by.
  fileprivate var identityOfLog: String { hasRowID ? "rowid" : "code" }

  fileprivate var computedColumns: [String] {
    switch self {
    case .partialIndex: ["beginning"]
    case .computed: ["letter", "place"]
    case .computedDefault: ["place"]
    case .computedRowID: ["slot"]
    case .computedWithoutRowID: ["digit"]
    case .integerKey, .textKey, .withoutKey, .withoutRowID, .rewritten: []
    }
  }
}

extension RandomWrites {
  /// Draws the next transaction of another program; some of its statements fail.
  ///
  /// Each statement is on a separate line, because the program skips the rest of a line that fails.
  fileprivate mutating func script(moving table: WrittenTable) -> String {
    var lines = [
      "PRAGMA foreign_keys = \(happens(onceIn: 2) ? 1 : 0)",
      "PRAGMA recursive_triggers = \(happens(onceIn: 2) ? 1 : 0)",
    ]
    let isTransaction = !happens(onceIn: 3)
    if isTransaction { lines.append("BEGIN") }
    lines += statements()
    if table.hasRowID, happens(onceIn: 2) { lines.append(numberedInsert()) }
    if isTransaction {
      if happens(onceIn: 3) {
        lines += ["SAVEPOINT part"] + statements() + ["ROLLBACK TO part", "RELEASE part"]
        lines += statements()
      }
      lines.append(happens(onceIn: 5) ? "ROLLBACK" : "COMMIT")
    }
    return lines.map { $0 + ";" }.joined(separator: "\n")
  }

  /// An insert that names the rowid, or writes several rows.
  private mutating func numberedInsert() -> String {
    let rowID = [-1, 1, 2, 3, 5, 8].first { _ in happens(onceIn: 4) } ?? 4
    return happens(onceIn: 3)
      ? "INSERT OR REPLACE INTO item(code, name, team) SELECT code || 'y', name, '1' FROM item LIMIT 3"
      : "INSERT OR REPLACE INTO item(rowid, code, name, team) VALUES (\(rowID), 'n\(rowID)', 'name 3', '1')"
  }
}

/// A user's own triggers on the table, which write the rows that are being written.
struct UserTriggers {
  private let table: WrittenTable

  init(_ table: WrittenTable) { self.table = table }

  /// Draws some of them.
  func drawn(_ writes: inout RandomWrites) -> [String] {
    bodies.enumerated().compactMap { number, body in
      writes.happens(onceIn: 3) ? "CREATE TRIGGER own\(number) \(body) END" : nil
    }
  }

  private var bodies: [String] {
    let id = table.hasRowID ? "rowid" : "code"
    let next = table.hasRowID ? "new.rowid + 7" : "new.code || 'z'"
    return [
      "AFTER INSERT ON item WHEN new.team = '1' BEGIN DELETE FROM item WHERE \(id) = new.\(id);",
      """
      AFTER INSERT ON item WHEN new.team = 'blue' BEGIN
        UPDATE OR IGNORE item SET \(id) = \(next) WHERE \(id) = new.\(id);
      """,
      """
      AFTER INSERT ON item WHEN new.name > 'name 2' BEGIN
        UPDATE OR IGNORE item SET parent = NULL WHERE \(id) = new.\(id);
      """,
      """
      AFTER INSERT ON item WHEN new.team = 'red' AND new.name < 'name 15' BEGIN
        DELETE FROM item WHERE \(id) = new.\(id);
        INSERT OR IGNORE INTO item(\(id), name, team) VALUES (new.\(id), 'again', 'blue');
      """,
      """
      BEFORE INSERT ON item WHEN new.team = '1' BEGIN
        DELETE FROM item WHERE \(id) = (SELECT max(\(id)) FROM item);
      """,
      "AFTER INSERT ON item WHEN new.name < 'name 15' BEGIN SELECT RAISE(IGNORE);",
      "AFTER UPDATE ON item WHEN new.team = 'blue' BEGIN SELECT RAISE(FAIL, 'ended');",
      "AFTER DELETE ON item WHEN old.team = 'red' BEGIN SELECT RAISE(IGNORE);",
      "AFTER UPDATE ON item WHEN new.team = '1' BEGIN DELETE FROM item WHERE \(id) = new.\(id);",
      """
      BEFORE DELETE ON item WHEN old.team = 'loud' BEGIN
        DELETE FROM item WHERE \(id) = old.\(id) AND parent IS NULL;
      """,
      "BEFORE DELETE ON item WHEN old.name = 'name 7' BEGIN SELECT RAISE(IGNORE);",
      """
      AFTER DELETE ON item WHEN old.team = 'blue' BEGIN
        INSERT OR IGNORE INTO item(\(id), name, team) VALUES (old.\(id), 'back', 'red');
      """,
    ]
  }
}
