import Foundation
import Sectional
import SectionalSQL

/// A copy of a table's schema and of some of its rows in memory, in which an index is tried without writing the file.
///
/// SQLite's planner knows there what it would know in the file: the same tables, indexes and statistics.
struct IndexTrial {
  /// How many rows are copied.
  private static let mostRows = 10_000

  private let copy: SQLiteHandle
  /// The number of rows that were copied, and of those in the file.
  private let counts: (copied: Int, all: Int)

  /// Copies a table.
  ///
  /// - Throws: `StoreError` if the table can't be copied, for example because it needs functions of other programs.
  init(of name: String, on handle: SQLiteHandle) throws(StoreError) {
    copy = try SQLiteHandle(inMemoryLike: handle)
    let table = try handle.table(named: name)
    for statement in try IndexTrial.schema("table", of: table.name, on: handle) {
      try copy.execute(statement)
    }
    for statement in try IndexTrial.schema("index", of: table.name, on: handle) {
      // SQLite can't use an index here either whose functions or collations only another program has.
      try? copy.execute(statement)
    }
    try IndexTrial.copyStatistics(from: handle, to: copy)
    let copied = try IndexTrial.copyRows(of: table, from: handle, to: copy)
    let source = "main." + QuotedIdentifier.quoted(table.name)
    let all =
      copied < IndexTrial.mostRows
      ? copied : Int(try handle.integer("SELECT count(*) FROM \(source)"))
    counts = (copied, all)
  }

  /// Returns what an index costs in the file; `nil` if SQLite would go on sorting with it.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - statement: What SQLite is to run without sorting.
  ///   - isCovering: Whether it is to read nothing but the index.
  /// - Returns: The cost, estimated from the rows that were copied.
  /// - Throws: `StoreError` if the index can't be made.
  func cost(
    of index: ProposedIndex, in statement: QueryStatement, covering isCovering: Bool
  ) throws(StoreError) -> IndexCost? {
    let before = try copy.integer("PRAGMA page_count")
    let start = ContinuousClock.now
    try copy.execute(index.sql)
    let time = start.duration(to: .now)
    let pages = Int(try copy.integer("PRAGMA page_count") - before)
    let steps = try copy.plan(of: statement)
    let use = isCovering ? " USING COVERING INDEX \(index.name)" : "INDEX \(index.name)"
    guard steps.contains(where: { $0.hasSuffix(use) || $0.contains(use + " ") }),
      !steps.contains(where: { $0.hasPrefix("USE TEMP B-TREE FOR ") })
    else { return nil }
    let bytes = pages * Int(try copy.integer("PRAGMA page_size"))
    return IndexCost(bytes: bytes, time: time, ofRows: counts.copied, outOf: counts.all)
  }

  /// Returns the statements that create a table, or its indexes.
  private static func schema(
    _ type: String, of table: String, on handle: SQLiteHandle
  ) throws(StoreError) -> [String] {
    let rows = try handle.prepare(
      "SELECT sql FROM main.sqlite_master WHERE tbl_name = ? AND type = ? AND sql IS NOT NULL")
    try rows.bind([.text(table), .text(type)])
    var statements: [String] = []
    while try rows.step() { statements.append(rows.text(at: 0) ?? "") }
    return statements
  }

  /// Copies what ANALYZE found out, which the planner uses.
  private static func copyStatistics(
    from handle: SQLiteHandle, to copy: SQLiteHandle
  ) throws(StoreError) {
    let hasStatistics = try handle.integer(
      "SELECT count(*) FROM main.sqlite_master WHERE name = 'sqlite_stat1'")
    guard hasStatistics > 0 else { return }
    try copy.execute("ANALYZE")
    let rows = try handle.prepare("SELECT tbl, idx, stat FROM main.sqlite_stat1")
    let insertion = try copy.prepare("INSERT INTO main.sqlite_stat1 VALUES (?, ?, ?)")
    while try rows.step() {
      insertion.reset()
      try insertion.bind((0..<3).map { rows.value(at: $0) })
      _ = try insertion.step()
    }
    try copy.execute("ANALYZE sqlite_schema")
  }

  /// Copies a table's first rows.
  ///
  /// - Returns: Their number.
  private static func copyRows(
    of table: SQLiteTable, from handle: SQLiteHandle, to copy: SQLiteHandle
  ) throws(StoreError) -> Int {
    let names = table.columns.filter { !$0.isGenerated }.map { QuotedIdentifier.quoted($0.name) }
    let source = "main." + QuotedIdentifier.quoted(table.name)
    let list = names.joined(separator: ", ")
    let rows = try handle.prepare("SELECT \(list) FROM \(source) LIMIT \(mostRows)")
    let marks = names.map { _ in "?" }.joined(separator: ", ")
    try copy.execute("BEGIN")
    let insertion = try copy.prepare("INSERT OR IGNORE INTO \(source) (\(list)) VALUES (\(marks))")
    var count = 0
    while try rows.step() {
      insertion.reset()
      try insertion.bind(names.indices.map { rows.value(at: $0) })
      _ = try insertion.step()
      count += 1
    }
    insertion.reset()
    try copy.execute("COMMIT")
    return count
  }
}
