import SectionalSQL

extension SQLiteTable {
  /// The kind of write that a `BEFORE` trigger precedes.
  enum Write {
    case insert
    case update
  }

  /// The table's name as an SQL string literal.
  var nameLiteral: String { QuotedText.quoted(name) }

  /// The table's rows, for a `FROM` clause in a trigger: under a name of their own, because `new` and `old` would
  /// otherwise mean the rows of a table that is called that.
  var heldRows: String { "\(QuotedIdentifier.quoted(name)) AS held" }

  /// The condition for a `BEFORE` trigger that is true if it doesn't see the key that a row without a rowid will get,
  /// because a column's default is going to replace a null; `nil` if it always sees the key.
  var newKeyIsUnknown: String? {
    guard !hasRowID else { return nil }
    let replaced = keyColumns.map { columns[$0] }.filter(\.replacesNull)
    guard !replaced.isEmpty else { return nil }
    return replaced.map { "new.\(QuotedIdentifier.quoted($0.name)) IS NULL" }
      .joined(separator: " OR ")
  }

  /// A statement for a `BEFORE UPDATE` trigger that makes SQLite load what generated columns are computed from; empty if there
  /// are none.
  ///
  /// SQLite computes generated columns before it runs the trigger, and takes a column for null that the update doesn't write and
  /// that no trigger names. With these nulls the computation can fail, and the update with it.
  var loadingSources: String {
    guard !sources.isEmpty else { return "" }
    let names = sources.map { "new.\(QuotedIdentifier.quoted($0.name))" }
    return " SELECT \(names.joined(separator: ", "));"
  }

  /// Returns when a trigger fires before an update that may give a row other values in a unique index.
  ///
  /// SQLite compiles a trigger with each statement that may fire it, and can't if the program lacks a collation that the trigger
  /// names. So a trigger with a collation that some programs lack is only for updates that write the index, which need it too.
  func moment(beforeUpdateOf index: SQLiteIndex) -> String {
    guard let indexed = index.plainColumns, indexed.contains(where: \.hasOwnCollation) else {
      return "BEFORE UPDATE"
    }
    let columns = indexed.compactMap(column)
    // These can change without being named: a rowid has other names, and a generated column has none in an update.
    guard !columns.contains(where: { $0.isGenerated || (keyIsRowID && $0.keyPlace > 0) }) else {
      return "BEFORE UPDATE"
    }
    let names = columns.map { QuotedIdentifier.quoted($0.name) }
    return "BEFORE UPDATE OF \(names.joined(separator: ", "))"
  }

  /// Returns the condition for a `BEFORE` trigger that finds the rows that a new row would replace, because they have
  /// the same values in a unique index.
  ///
  /// - Returns: `nil` if SQL in a trigger can't find them: the index has expressions or covers only some of the rows,
  ///   or the row may get other index values than the trigger sees.
  func victims(of index: SQLiteIndex, before write: Write) -> String? {
    guard let columns = index.plainColumns, shows(columns, before: write),
      write == .insert || !index.isRewritten
    else { return nil }
    return columns.map { column in
      let name = QuotedIdentifier.quoted(column.name)
      return "\(name) = new.\(name) COLLATE \(QuotedIdentifier.quoted(column.collation))"
    }.joined(separator: " AND ")
  }

  /// Returns whether a `BEFORE` trigger sees the values that a row will have in some columns.
  private func shows(_ indexed: [SQLiteIndex.Column], before write: Write) -> Bool {
    let columns = indexed.compactMap(column)
    guard !columns.contains(where: \.replacesNull) else { return false }
    guard columns.contains(where: \.isGenerated) else { return true }
    switch write {
    // Generated columns are computed from the given values: no rowid is chosen yet, and no default replaces a null.
    case .insert: return !sources.contains { $0.replacesNull || (keyIsRowID && $0.keyPlace > 0) }
    // Before an update, a column that isn't updated and that no trigger names also counts as null.
    case .update: return false
    }
  }

  /// Returns the condition, for use in a trigger, that is true if an update may change a row's values in a unique
  /// index.
  ///
  /// - Returns: `nil` if every update may.
  func hasChanged(_ index: SQLiteIndex) -> String? {
    guard let columns = index.plainColumns?.compactMap(column) else { return nil }
    // For a generated column, its possible sources are compared, and their types: it may depend on whether 1 is an
    // integer.
    let sources = columns.contains(where: \.isGenerated) ? self.sources : []
    let others = columns.filter { column in
      !column.isGenerated && !sources.contains { $0.name == column.name }
    }
    let conditions = others.map(isOther) + sources.map { "\(isOther($0)) OR \(isOfOtherType($0))" }
    return conditions.isEmpty ? nil : conditions.joined(separator: " OR ")
  }

  private func isOther(_ column: Column) -> String {
    let name = QuotedIdentifier.quoted(column.name)
    return "old.\(name) IS NOT new.\(name) COLLATE BINARY"
  }

  private func isOfOtherType(_ column: Column) -> String {
    let name = QuotedIdentifier.quoted(column.name)
    return "typeof(old.\(name)) <> typeof(new.\(name))"
  }

  private func column(_ indexed: SQLiteIndex.Column) -> Column? {
    columns.first { $0.name == indexed.name }
  }
}
