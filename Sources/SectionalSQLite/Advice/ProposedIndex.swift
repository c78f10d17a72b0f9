import Sectional
import SectionalSQL

/// An index that has the order of a list, or that finds its rows.
struct ProposedIndex {
  /// The statement that adds it.
  let sql: String
  let name: String
  /// What to do, and what it costs.
  private(set) var advice = "add an index"
  /// The statement to type; `nil` if the index couldn't be tried.
  private(set) var command: String?

  /// Creates an index for a list of a table; `nil` if none can have its order.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - rows: The rows of the list.
  ///   - readsPages: Whether few rows are read, which can be looked up in the table. Otherwise, the index has all columns,
  ///     because looking up every row takes longer than sorting.
  ///   - first: The columns before those of the order, in which the rows of the list are equal.
  /// - Throws: `StoreError` if the file can't be read.
  init?(
    on table: String, for rows: SQLiteRows, readsPages: Bool, findingBy first: [String] = []
  ) throws(StoreError) {
    guard !SQLiteTable.isSQLitesOwn(table), try !rows.handle.table(named: table).isVirtual,
      let order = try ProposedIndex.columns(
        on: table, for: rows, readsPages: readsPages, after: first)
    else { return nil }
    let columns = first.map(QuotedIdentifier.quoted) + order
    let names =
      (first
      + rows.query.storeTerms.map { rows.query.layout.columns.names[$0.column] }.filter {
        !first.contains($0)
      }).prefix(2)
    name = try ProposedIndex.freeName(
      ProposedIndex.name([table] + names + ["sectional"]), on: rows.handle)
    sql =
      "CREATE INDEX \(QuotedIdentifier.quoted(name)) ON \(QuotedIdentifier.quoted(table)) "
      + "(\(columns.joined(separator: ", ")))"
  }

  /// Creates an index that finds rows by a term.
  ///
  /// - Throws: `StoreError` if the file can't be read.
  init(on table: String, findingBy term: IndexTerm, _ handle: SQLiteHandle) throws(StoreError) {
    name = try ProposedIndex.freeName(
      ProposedIndex.name([table] + term.words + ["sectional"]), on: handle)
    sql =
      "CREATE INDEX \(QuotedIdentifier.quoted(name)) ON \(QuotedIdentifier.quoted(table)) "
      + "(\(term.sql))"
  }

  /// Returns the index with what it costs.
  func costing(_ cost: IndexCost) -> ProposedIndex {
    var index = self
    index.advice += cost.words
    index.command = sql
    return index
  }

  /// Returns the index with advice that says that it wasn't tried.
  func untried() -> ProposedIndex {
    var index = self
    index.advice +=
      "; whether it would help can't be tried, because the table needs functions or collations of another program"
    return index
  }

  private static func columns(
    on table: String, for rows: SQLiteRows, readsPages: Bool, after first: [String]
  ) throws(StoreError) -> [String]? {
    let query = rows.query
    let indexable = RowColumns(try rows.handle.table(named: table).columns.map(\.name))
    // An index can't have the rowid as a column.
    let names = query.layout.columns.names
    guard readsPages || names.allSatisfy({ indexable.index(of: $0) != nil }) else { return nil }
    var (columns, seen, settled) = ([String](), Set<Int>(), Set<Int>())
    for rule in query.storeTerms where !first.contains(names[rule.column]) {
      // Indexes have nulls first when ascending.
      guard rule.placesNullsLast == rule.isReversed else { return nil }
      // The rowid ends every index, ascending, and nothing orders further.
      guard indexable.index(of: names[rule.column]) != nil else {
        guard !rule.isReversed, !(first + columns).isEmpty else { return nil }
        break
      }
      let isNew = settled.insert(rule.column).inserted
      // A column that is equal in its bytes orders nothing further.
      if !rule.collation.isExact { settled.remove(rule.column) }
      seen.insert(rule.column)
      guard isNew else { continue }
      columns.append(rows.resolved.dialect.indexTerm(rule, column: names[rule.column]))
    }
    guard !readsPages else { return columns }
    let others = names.indices.filter { !seen.contains($0) }
    // What comes after the order's columns would come before the rowid, which ends the order.
    guard others.isEmpty || !query.layout.keyColumns.isEmpty else { return nil }
    return columns + others.map { QuotedIdentifier.quoted(names[$0]) }
  }

  private static func name(_ parts: [String]) -> String {
    let name = parts.joined(separator: "_")
    return SQLiteTable.isSQLitesOwn(name)
      ? "sectional_" + parts.dropLast().joined(separator: "_") : name
  }

  private static func freeName(_ name: String, on handle: SQLiteHandle) throws(StoreError) -> String
  {
    var free = name
    var number = 2
    while try isTaken(free, on: handle) {
      free = "\(name)_\(number)"
      number += 1
    }
    return free
  }

  /// Returns whether anything has a name; names that differ in the case of A–Z are the same to SQLite.
  private static func isTaken(_ name: String, on handle: SQLiteHandle) throws(StoreError) -> Bool {
    let row = try handle.prepared(
      "SELECT 1 FROM main.sqlite_master WHERE name = ? COLLATE NOCASE LIMIT 1")
    defer { row.reset() }
    try row.bind([.text(name)])
    return try row.step()
  }
}

extension SQLiteTable {
  /// Whether SQLite keeps a name, or a table that has it, for itself.
  static func isSQLitesOwn(_ name: String) -> Bool {
    Names.folded(name).starts(with: "sqlite_".utf8)
  }
}
