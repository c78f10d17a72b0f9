/// A table with columns of the rows of other tables that belong to its rows.
///
/// Its rows are those of the table. Where no row of another table belongs to one of them, the columns of that table are null.
public struct JoinedTable: Sendable, Hashable {
  /// A column of the rows.
  public struct Column: Sendable, Hashable {
    /// The column's name in its table.
    public let source: String
    /// Which row it belongs to; `nil` for the table's own row.
    public let related: ToOne?

    /// The column's name in the rows.
    public var name: String { related.map { "\($0.name).\(source)" } ?? source }
  }

  /// The table's name in the store.
  public let name: String
  /// The columns, and those by which rows of other tables are found, with no name twice.
  public let columns: [Column]

  /// The other tables, each once for each way that leads to it.
  public let related: [ToOne]

  init(_ name: String, _ columns: [Column]) {
    self.name = name
    var related: [ToOne] = []
    for column in columns {
      if let one = column.related, !related.contains(one) { related.append(one) }
    }
    self.related = related
    let own = Set(columns.map { Names.folded($0.name) })
    let missing = related.map(\.column).filter { !own.contains(Names.folded($0)) }
    var seen: Set<[UInt8]> = []
    self.columns = (columns + missing.map { Column(source: $0, related: nil) }).filter {
      seen.insert(Array(Names.folded($0.name))).inserted
    }
  }

  /// Texts that are the same for no other table with the same name: one for each column.
  package var canonicalTexts: [String] {
    columns.map { column in
      let related = column.related.map { [$0.name, $0.table, $0.column, $0.key] } ?? []
      return ([column.source] + related).map { "\($0.utf8.count):\($0)" }.joined(separator: " ")
    }
  }

  /// What rows of the tables concern which of the rows.
  ///
  /// - Parameter primaryKey: The columns that identify a row of the table.
  /// - Returns: A statement for each occurrence of a table; none if the table has no key.
  func follows(primaryKey: [String]) -> [FollowedTable] {
    guard let first = primaryKey.first else { return [] }
    return [FollowedTable(name, by: first, in: first)]
      + related.map { FollowedTable($0.table, by: $0.key, in: $0.column) }
  }
}
