import Foundation
import Sectional
import SectionalSQL

/// A copy of a table's schema and of some of its rows in memory, in which an index is tried without writing the file.
///
/// SQLite's planner knows there what it would know in the file: the same tables, indexes and statistics.
struct IndexTrial {
  private let copy: SQLiteHandle
  /// The number of rows that were copied, and of those in the file.
  private let counts: (copied: Int, all: Int)

  /// Copies a table.
  ///
  /// - Parameters:
  ///   - name: The table.
  ///   - copiesViews: Whether the file's views are copied, too, of which those can be read that need no other table.
  ///   - handle: A connection to the file.
  /// - Throws: `StoreError` if the table can't be copied, for example because it needs functions of other programs.
  init(
    of name: String, withViews copiesViews: Bool = false, on handle: SQLiteHandle
  ) throws(StoreError) {
    copy = try SQLiteHandle(inMemoryLike: handle)
    let table = try handle.table(named: name)
    for statement in try IndexTrial.schema("table", of: table.name, on: handle) {
      try copy.execute(statement)
    }
    for statement in try IndexTrial.schema("index", of: table.name, on: handle) {
      // SQLite can't use an index here either whose functions or collations only another program has.
      try? copy.execute(statement)
    }
    if copiesViews {
      for statement in try IndexTrial.views(on: handle) { try? copy.execute(statement) }
    }
    try IndexTrial.copyStatistics(from: handle, to: copy)
    counts = try TableSample(of: table, on: handle).copy(to: copy)
  }

  /// Returns what an index costs in the file; `nil` if SQLite would go on sorting with it.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - statement: What SQLite is to run without sorting.
  /// - Returns: The cost, estimated from the rows that were copied.
  /// - Throws: `StoreError` if the index can't be made.
  func cost(of index: ProposedIndex, in statement: QueryStatement) throws(StoreError) -> IndexCost?
  {
    let cost = try add(index)
    let steps = try copy.plan(of: statement)
    guard isUsed(index, in: steps),
      !steps.contains(where: { $0.hasPrefix("USE TEMP B-TREE FOR ") })
    else { return nil }
    return cost
  }

  /// Returns what an index costs in the file that has all columns of a list; `nil` if reading it saves too little.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - ordered: What SQLite is to read from the index without sorting.
  ///   - unordered: What it reads without the index.
  ///   - most: The share of the pages that is left with an index that is worth its room.
  /// - Returns: The cost, estimated from the rows that were copied.
  /// - Throws: `StoreError` if the index can't be made.
  func cost(
    ofCovering index: ProposedIndex, in ordered: QueryStatement,
    insteadOf unordered: QueryStatement,
    leaving most: Double
  ) throws(StoreError) -> IndexCost? {
    let before = try pages(readBy: unordered)
    guard let cost = try cost(of: index, in: ordered),
      Double(try pages(readBy: ordered)) <= Double(before) * most
    else { return nil }
    return cost
  }

  /// Returns the index that saves the most work.
  ///
  /// - Parameters:
  ///   - indexes: The indexes to try, all of which are gone afterwards.
  ///   - statement: What reads the rows with an index.
  ///   - unindexed: What reads them without it, or `nil` for the same statement.
  ///   - whole: What the list runs, whose limit isn't scaled; an index that SQLite doesn't use in it is none.
  ///   - most: The share of the work that is left with an index that is worth its room.
  /// - Returns: The index with its cost, estimated from the rows that were copied; `nil` if none is worth its room.
  /// - Throws: `StoreError` if the statement can't be run on the copy.
  func best(
    of indexes: [ProposedIndex], for statement: QueryStatement,
    insteadOf unindexed: QueryStatement? = nil, asPartOf whole: ListStatement, leaving most: Double
  ) throws(StoreError) -> ProposedIndex? {
    let before = try machineSteps(of: unindexed ?? statement)
    var (best, least) = (ProposedIndex?.none, Int(Double(before) * most))
    for index in indexes {
      guard let cost = try? add(index) else { continue }
      defer { try? copy.execute("DROP INDEX \(QuotedIdentifier.quoted(index.name))") }
      guard try isUsed(index, in: copy.plan(of: whole.statement(on: copy))) else { continue }
      let steps = try machineSteps(of: statement)
      if steps < least { (best, least) = (index.costing(cost), steps) }
    }
    return best
  }

  /// Returns the index with which SQLite reads rows in their order with the least work, without sorting.
  ///
  /// - Parameters:
  ///   - indexes: The indexes to try, all of which are gone afterwards.
  ///   - whole: What the list runs, whose limit isn't scaled.
  ///   - part: The same, with a limit that fits the rows that were copied.
  /// - Returns: The index with its cost, estimated from these rows; `nil` if SQLite sorts with each of them.
  /// - Throws: `StoreError` if the statement can't be run on the copy.
  func best(
    of indexes: [ProposedIndex], inOrderFor whole: QueryStatement, reading part: QueryStatement
  ) throws(StoreError) -> ProposedIndex? {
    var best: (index: ProposedIndex, steps: Int)?
    for index in indexes {
      defer { try? copy.execute("DROP INDEX IF EXISTS \(QuotedIdentifier.quoted(index.name))") }
      guard let cost = try? cost(of: index, in: whole) else { continue }
      let steps = try machineSteps(of: part)
      if steps < best?.steps ?? .max { best = (index.costing(cost), steps) }
    }
    return best?.index
  }

  /// Returns whether SQLite uses an index in a plan.
  private func isUsed(_ index: ProposedIndex, in steps: [String]) -> Bool {
    let use = "INDEX \(index.name)"
    return steps.contains { $0.hasSuffix(use) || $0.contains(use + " ") }
  }

  /// Returns what a number of rows of the file is among those that were copied.
  func scaled(_ count: Int) -> Int {
    guard count > 0, counts.copied < counts.all else { return count }
    return max(1, Int(Double(count) * Double(counts.copied) / Double(counts.all)))
  }

  /// Adds an index, and returns what it would cost in the file.
  private func add(_ index: ProposedIndex) throws(StoreError) -> IndexCost {
    let before = try usedPages()
    let start = ContinuousClock.now
    try copy.execute(index.sql)
    let time = start.duration(to: .now)
    let bytes = Int(try usedPages() - before) * Int(try copy.integer("PRAGMA page_size"))
    return IndexCost(bytes: bytes, time: time, ofRows: counts.copied, outOf: counts.all)
  }

  private func usedPages() throws(StoreError) -> Int64 {
    try copy.integer("PRAGMA page_count") - copy.integer("PRAGMA freelist_count")
  }

  /// Returns how many steps SQLite's machine takes to read all rows of a statement.
  private func machineSteps(of statement: QueryStatement) throws(StoreError) -> Int {
    try read(statement).machineSteps
  }

  /// Returns how many pages SQLite looks at to read all rows of a statement.
  private func pages(readBy statement: QueryStatement) throws(StoreError) -> Int {
    let before = copy.pageReads
    _ = try read(statement)
    return copy.pageReads - before
  }

  private func read(_ statement: QueryStatement) throws(StoreError) -> SQLiteStatement {
    let rows = try copy.prepare(statement.text)
    try rows.bind(statement.arguments)
    while try rows.step() {}
    return rows
  }

  /// Returns the statements that create a table, or its indexes.
  private static func schema(
    _ type: String, of table: String, on handle: SQLiteHandle
  ) throws(StoreError) -> [String] {
    try statements(
      "SELECT sql FROM main.sqlite_master WHERE tbl_name = ? AND type = ? AND sql IS NOT NULL",
      [.text(table), .text(type)], on: handle)
  }

  private static func views(on handle: SQLiteHandle) throws(StoreError) -> [String] {
    try statements("SELECT sql FROM main.sqlite_master WHERE type = 'view'", [], on: handle)
  }

  private static func statements(
    _ query: String, _ arguments: [StoredValue], on handle: SQLiteHandle
  ) throws(StoreError) -> [String] {
    let rows = try handle.prepare(query)
    try rows.bind(arguments)
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
}
