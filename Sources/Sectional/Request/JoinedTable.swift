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

    init(source: String, related: ToOne?) { (self.source, self.related) = (source, related) }

    /// Creates a column of the table itself.
    package init(own name: String) { self.init(source: name, related: nil) }

    /// The column's name in the rows.
    public var name: String { related.map { "\($0.name).\(source)" } ?? source }
  }

  /// The table's name in the store.
  public let name: String
  /// The columns, and those by which rows of other tables are found, with no name twice.
  public let columns: [Column]

  /// A name that two columns have; `nil` if they can be told apart.
  let ambiguousName: String?

  /// The other tables, each once for each way that leads to it.
  public let related: [ToOne]

  init(_ name: String, _ columns: [Column]) {
    self.name = name
    var related: [ToOne] = []
    for column in columns {
      if let one = column.related, !related.contains(one) { related.append(one) }
    }
    self.related = related
    let referring = related.map { Column(source: $0.column, related: nil) }
    // Databases can tell columns apart that differ in case only.
    var seen: [[UInt8]: Column] = [:]
    var named: [Column] = []
    var ambiguousName: String?
    for column in columns + referring {
      let known = seen.updateValue(column, forKey: Names.bytes(column.name))
      if known == nil { named.append(column) }
      if let known, known != column { ambiguousName = ambiguousName ?? column.name }
    }
    (self.columns, self.ambiguousName) = (named, ambiguousName)
  }

  /// The columns of the table itself.
  var ownColumns: [String] { columns.filter { $0.related == nil }.map(\.source) }

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

extension JoinedTable {
  /// Checks that rows can be told apart, and their columns.
  ///
  /// - Parameter key: The columns that identify a row.
  /// - Throws: ``StoreError`` with code `noKey` or `invalidMapping`.
  func check(key: [String]?) throws(StoreError) {
    guard key != nil else {
      throw StoreError(
        .noKey,
        "\(quoted(name)) is listed with columns of other tables, so its own columns must identify a record; map them with primaryKey: true",
        part: .keyColumns)
    }
    guard let ambiguousName else { return }
    throw StoreError(
      .invalidMapping,
      "two properties of different rows are mapped to the column \(quoted(ambiguousName)); name one of the rows, as in "
        + "ToOne(\"…\", by: \"…\", named: \"…\")",
      part: .columns)
  }
}

extension RowRequest.Rows {
  /// Whether what the request says of tables follows from its source.
  package var followsAreKnown: Bool {
    guard case .joined(let table) = source, storePredicate == nil else { return false }
    return follows == table.follows(primaryKey: keyColumns ?? [])
  }
}
