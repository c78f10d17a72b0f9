import SectionalSQL

extension SQLiteTable {
  /// What a `BEFORE` trigger comes before.
  enum Write {
    case insert
    case update
  }

  /// The table's name as an SQL literal.
  var nameLiteral: String { "'\(name.replacing("'", with: "''"))'" }

  /// Returns the condition of a `BEFORE` trigger that finds the rows which a new one would replace by having the same
  /// values in a unique index.
  ///
  /// - Returns: `nil` if SQL in a trigger can't tell: the index holds expressions or only some of the rows, or the row
  ///   may get other values in it than the trigger sees.
  func victims(of index: SQLiteIndex, before write: Write) -> String? {
    guard let columns = index.plainColumns, shows(columns, before: write),
      write == .insert || !index.isRewritten
    else { return nil }
    return columns.map { column in
      let name = QuotedIdentifier.quoted(column.name)
      return "\(name) = new.\(name) COLLATE \(QuotedIdentifier.quoted(column.collation))"
    }.joined(separator: " AND ")
  }

  /// Tells whether a `BEFORE` trigger sees the values that a row is to have in some columns.
  private func shows(_ indexed: [SQLiteIndex.Column], before write: Write) -> Bool {
    let columns = indexed.compactMap(column)
    guard !columns.contains(where: \.replacesNull) else { return false }
    guard columns.contains(where: \.isGenerated) else { return true }
    switch write {
    // SQLite computes the others from what is given: it has not chosen a rowid yet, nor put defaults in place of nulls.
    case .insert: return !sources.contains { $0.replacesNull || (keyIsRowID && $0.keyPlace > 0) }
    // And before an update it takes columns for null that it leaves as they are and no trigger names.
    case .update: return false
    }
  }

  /// Returns the condition that tells in a trigger whether an update may give a row other values in a unique index.
  ///
  /// - Returns: `nil` if every update may.
  func hasChanged(_ index: SQLiteIndex) -> String? {
    guard let columns = index.plainColumns?.compactMap(column) else { return nil }
    // A column that is computed is not asked for, but what it may be computed from: also from whether 1 is an integer.
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
