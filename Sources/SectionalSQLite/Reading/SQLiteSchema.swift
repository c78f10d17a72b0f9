import Sectional
import SectionalSQL

/// A table or view as the database's schema describes it.
struct SQLiteTable {
  /// One column of a table.
  struct Column {
    let name: String
    let isNullable: Bool
    /// The column's one-based position in the primary key, or zero if it isn't part of the key.
    let keyPlace: Int64
    let declaredType: String
    let affinity: SQLiteAffinity
    /// Whether it has a default other than null.
    let hasDefault: Bool
    /// Whether writing a null stores the column's default instead if the conflict resolution is REPLACE.
    let replacesNull: Bool
    /// Whether its cells are computed when they are read.
    let isVirtual: Bool
    /// Whether its cells are computed from other columns.
    let isGenerated: Bool
  }

  /// The name as it is written in the schema.
  let name: String
  let isView: Bool
  /// Whether a module implements the table or stores its rows in it, so that changes to its rows aren't known.
  let isVirtual: Bool
  let hasRowID: Bool
  let columns: [Column]
  /// The columns that generated columns may be computed from.
  let sources: [Column]
  /// Whether the primary key is an alias of the rowid.
  let keyIsRowID: Bool

  /// The indices of the primary key's columns, in the key's order.
  var keyColumns: [Int] {
    columns.indices.filter { columns[$0].keyPlace > 0 }
      .sorted { columns[$0].keyPlace < columns[$1].keyPlace }
  }

  /// Whether a row can lack a complete primary key.
  var keyCanBeMissing: Bool {
    hasRowID && !keyIsRowID
      && (keyColumns.isEmpty || keyColumns.contains { columns[$0].isNullable })
  }

  /// A name by which the rowid can be read, because no column has it; `nil` if columns have all its names.
  var rowIDName: String? { rowIDNames.first }

  /// The names by which the rowid can be read, because no column has them.
  var rowIDNames: [String] {
    guard hasRowID else { return [] }
    let taken = Set(columns.map { Names.folded($0.name) })
    return ["rowid", "_rowid_", "oid"].filter { !taken.contains(Names.bytes($0)) }
  }

  /// The names of the columns, and those of the rowid that a request mentions.
  func columnNames(for request: RowRequest) -> [String] {
    guard hasRowID else { return columns.map(\.name) }
    let mentioned = Set(request.mentionedColumns.map(Names.folded))
    return columns.map(\.name) + rowIDNames.filter { mentioned.contains(Names.bytes($0)) }
  }

  /// The SQL expression for the rowid: its built-in name, or the name of the key column that is its alias.
  var rowIDExpression: String? {
    guard hasRowID else { return nil }
    if keyIsRowID { return keyColumns.first.map { QuotedIdentifier.quoted(columns[$0].name) } }
    return rowIDName
  }
}

extension SQLiteHandle {
  /// Returns the description of a table or view.
  ///
  /// - Throws: `StoreError` with code `noSuchTable`, which suggests the most similar name.
  func table(named name: String) throws(StoreError) -> SQLiteTable {
    // The list has the table of the schema only under its newer name.
    let name = Names.folded(name) == Names.bytes("sqlite_master") ? "sqlite_schema" : name
    let list = try prepared("SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main'")
    var names: [String] = []
    var found: (name: String, type: String, isWithoutRowID: Bool)?
    defer { list.reset() }
    while try list.step() {
      guard let candidate = list.text(at: 0) else { continue }
      names.append(candidate)
      guard Names.folded(candidate) == Names.folded(name) else { continue }
      found = (candidate, list.text(at: 1) ?? "", list.integer(at: 2) != 0)
    }
    guard let found else {
      let own = names.filter { !$0.hasPrefix("sqlite_") && $0 != ChangeLogTable.name }.sorted()
      throw .noTable(name, among: own)
    }
    let columns = try columns(of: found.name)
    return SQLiteTable(
      name: found.name, isView: found.type == "view",
      isVirtual: found.type == "virtual" || found.type == "shadow",
      hasRowID: found.type != "view" && !found.isWithoutRowID, columns: columns,
      sources: try sources(of: found.name, columns),
      keyIsRowID: try keyIsRowID(of: found.name, columns, found.isWithoutRowID))
  }

  private func columns(of table: String) throws(StoreError) -> [SQLiteTable.Column] {
    // Hidden columns (1) are arguments of virtual tables; generated columns (2, 3) are treated like any others.
    let statement = try prepared(
      "SELECT name, \"notnull\", pk, type, dflt_value IS NOT NULL, hidden = 2, hidden IN (2, 3), upper(ifnull(dflt_value, 'NULL')) <> 'NULL' FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid"
    )
    defer { statement.reset() }
    try statement.bind([.text(table)])
    var columns: [SQLiteTable.Column] = []
    while try stepThroughColumns(of: table, statement) {
      guard let name = statement.text(at: 0) else { throw .malformedName }
      columns.append(
        SQLiteTable.Column(
          name: name, isNullable: statement.integer(at: 1) == 0,
          keyPlace: statement.integer(at: 2),
          declaredType: statement.text(at: 3) ?? "",
          affinity: SQLiteAffinity(declaredType: statement.text(at: 3) ?? ""),
          hasDefault: statement.integer(at: 7) != 0,
          replacesNull: statement.integer(at: 1) != 0 && statement.integer(at: 4) != 0,
          isVirtual: statement.integer(at: 5) != 0,
          isGenerated: statement.integer(at: 6) != 0))
    }
    return columns
  }

  private func stepThroughColumns(
    of table: String, _ statement: SQLiteStatement
  ) throws(StoreError) -> Bool {
    do throws(StoreError) { return try statement.step() } catch {
      // A view can be broken, and preparing to read it says why.
      do throws(StoreError) {
        _ = try prepare("SELECT * FROM main.\(QuotedIdentifier.quoted(table))")
      } catch {
        let reason = (error.cause as? SQLiteFailure)?.message ?? error.message
        throw StoreError(
          error.code, "the view \(quoted(table)) is broken: \(reason); drop it or create it again",
          cause: error.cause)
      }
      throw error
    }
  }

  /// Returns whether the primary key is the rowid, which is a key of one column that needs no separate index.
  private func keyIsRowID(
    of table: String, _ columns: [SQLiteTable.Column], _ isWithoutRowID: Bool
  ) throws(StoreError) -> Bool {
    guard !isWithoutRowID, columns.count(where: { $0.keyPlace > 0 }) == 1 else { return false }
    let statement = try prepared("SELECT 1 FROM pragma_index_list(?) WHERE origin = 'pk'")
    defer { statement.reset() }
    try statement.bind([.text(table)])
    return try !statement.step()
  }
}
