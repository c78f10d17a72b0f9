import Sectional

/// A unique index of a table.
struct SQLiteIndex {
  /// One column of an index, with the collation that decides which texts are equal.
  struct Column {
    let name: String
    let collation: String

    /// Whether some programs may lack the collation, because SQLite doesn't have it by itself.
    var hasOwnCollation: Bool {
      !["BINARY", "NOCASE", "RTRIM"].contains(collation.uppercased())
    }
  }

  /// The columns, or `nil` if the index has expressions or covers only some of the rows.
  let plainColumns: [Column]?
  /// Whether an updated row may get values in the index that no trigger sees beforehand: some from the statement, and
  /// others from a trigger that changes the row in the meantime.
  let isRewritten: Bool
}

extension SQLiteHandle {
  /// Returns the names of the tables whose rows are stored in the file and can be written.
  func tableNames() throws(StoreError) -> [String] {
    let list = try prepared(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    defer { list.reset() }
    var names: [String] = []
    while try list.step() {
      guard let name = list.text(at: 0), !name.hasPrefix("sqlite_") else { continue }
      names.append(name)
    }
    return names
  }

  /// Returns the names of the tables without rowids.
  func tableNamesWithoutRowIDs() throws(StoreError) -> [String] {
    let list = try prepared(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND wr")
    defer { list.reset() }
    var names: [String] = []
    while try list.step() { if let name = list.text(at: 0) { names.append(name) } }
    return names
  }

  /// Returns the descriptions of a table's unique indexes.
  func uniqueIndexes(of table: String) throws(StoreError) -> [SQLiteIndex] {
    let list = try prepared("SELECT name, partial FROM pragma_index_list(?) WHERE \"unique\"")
    defer { list.reset() }
    try list.bind([.text(table)])
    var found: [(name: String, isPartial: Bool)] = []
    while try list.step() {
      found.append((list.text(at: 0) ?? "", list.integer(at: 1) != 0))
    }
    let mayRewriteRows = try hasTrigger(on: table) { $0.mayRewriteRows }
    var indexes: [SQLiteIndex] = []
    for index in found {
      let columns = index.isPartial ? nil : try columns(ofIndex: index.name)
      indexes.append(
        SQLiteIndex(
          plainColumns: columns, isRewritten: mayRewriteRows && (columns?.count ?? 0) > 1))
    }
    return indexes
  }

  private func columns(ofIndex name: String) throws(StoreError) -> [SQLiteIndex.Column]? {
    let list = try prepared("SELECT cid, name, coll FROM pragma_index_xinfo(?) WHERE \"key\"")
    defer { list.reset() }
    try list.bind([.text(name)])
    var columns: [SQLiteIndex.Column] = []
    while try list.step() {
      guard list.integer(at: 0) >= 0, let column = list.text(at: 1) else { return nil }
      columns.append(SQLiteIndex.Column(name: column, collation: list.text(at: 2) ?? "BINARY"))
    }
    return columns
  }
}
