import Sectional
import SectionalSQL

/// A table, view or query, as described by the server.
struct PostgresSource: Sendable {
  /// The source as it is written after FROM.
  let text: SQLText
  /// The name of the source, for messages and for finding out what changed.
  let name: String
  let columns: RowColumns
  let types: [PostgresType]
  /// The names of the primary key's columns, in the key's order.
  let primaryKey: [String]
  /// The names of the key columns' types, qualified with their schemas, in the same order.
  ///
  /// A name is `nil` if the type contains domains: sending a value would run the domains' checks, which are their
  /// owners' code.
  let keyTypes: [String?]
  /// The operators that compare columns of user-defined types for equality, by column name.
  var equalities: [String: String] = [:]
  /// The columns in which no row can have null and whose indexes, if they have some, say nothing of nulls.
  var columnsWithoutNulls: [String] = []
  /// The columns that this user may not read, if there are others.
  var secretColumns: [String] = []
  /// Whether it is a user's statement.
  var isQuery = false
  /// Whether it has expressions that a user wrote, of its own or in a view.
  var hasUsersExpressions = true
  /// Whether it is a table in which each visible row is independent of other rows and tables.
  let isTable: Bool
  /// Whether the server compares text by the same bytes that it has here.
  let comparesUTF8: Bool

  /// Creates the columns, with what must be known about their types.
  static func columns(_ names: [String], _ types: [PostgresType]) -> RowColumns {
    let kinds = types.enumerated().compactMap { place, type in
      type.traits.columnKind.map { (place, $0) }
    }
    return RowColumns(names, kinds: Dictionary(uniqueKeysWithValues: kinds))
  }

  /// Returns the layout of a request's rows.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - dependence: What the rows depend on; `nil` for a plain table.
  /// - Returns: The layout.
  /// - Throws: `StoreError` if a column or a key is missing.
  func layout(
    of request: RowRequest, _ dependence: PostgresDependence?
  ) throws(StoreError) -> RowLayout {
    let key = request.rows.keyColumns ?? primaryKey
    guard !key.isEmpty || request.rows.keyColumns != nil else {
      throw StoreError(
        .noKey,
        "\(name) has no primary key; name the columns that identify a row",
        part: .keyColumns)
    }
    // A primary key has a fixed column order, whatever order a request uses.
    let isPrimary = request.identifiesRows(by: primaryKey)
    let columns = try request.columns(of: columns, keyColumns: isPrimary ? primaryKey : key)
    var places: [Int] = []
    for name in isPrimary ? primaryKey : key {
      places.append(
        try StoreError.about(.keyColumns) { () throws(StoreError) in
          try columns.resolve(name, of: request.rows.source)
        })
    }
    var layout = RowLayout(
      columns: columns, keyColumns: places, fallsBackToRowID: false,
      region: TableRegion(allColumnsOf: dependence?.tables ?? [name]),
      dependence: layoutDependence(dependence, isPrimary: isPrimary))
    if request.rows.isOutlineOnly { layout.allColumns = self.columns }
    return layout
  }

  private func layoutDependence(
    _ dependence: PostgresDependence?, isPrimary: Bool
  ) -> RowLayout.Dependence {
    // The log names rows by the primary key; without one, there is no log.
    let isRow = isTable && (isPrimary || primaryKey.isEmpty)
    switch dependence?.reach {
    case nil where !isTable:
      return .unknown(reason: "a row of the list can depend on other rows or tables")
    case .row where !isTable:
      return .unknown(reason: "the table has policies or children")
    case nil, .row: return isRow ? .row : .tables
    case .tables: return .tables
    case .unknown(let reason): return .unknown(reason: reason)
    }
  }

  /// Returns the dialect for reading from this source.
  ///
  /// - Parameters:
  ///   - rules: What a request expects of the columns that it reads.
  ///   - printing: How values are converted to text.
  ///   - collations: The server's collations that order text as collators do.
  /// - Returns: The dialect.
  func dialect(
    rules: [CellRule]?, _ printing: PostgresPrinting = .plain,
    _ collations: [TextCollation: String] = [:]
  ) -> PostgresDialect {
    PostgresDialect(
      source: printing.switches ? fencedText : text, columns: columns, types: types, rules: rules,
      comparesText: comparesUTF8,
      equalities: equalities, columnsWithoutNulls: primaryKey + columnsWithoutNulls,
      printing: printing,
      collations: collations)
  }

  /// The source, in which the server keeps users' expressions apart from conversions that switch settings.
  private var fencedText: SQLText {
    guard primaryKey.isEmpty, hasUsersExpressions,
      types.contains(where: { [.other, .custom].contains($0) })
    else {
      return text
    }
    let names = columns.names.map(QuotedIdentifier.quoted).joined(separator: ", ")
    let rows = isQuery ? text.text : "\(text.text) AS rows(\(names))"
    return SQLText("(SELECT * FROM \(rows) OFFSET 0) AS rows(\(names))", text.arguments)
  }

  /// Returns whether the server would have to order rows by converted values while conversions switch settings.
  func mustSortHere(_ query: RowQuery, _ printing: PostgresPrinting) -> Bool {
    guard printing.switches else { return false }
    let dialect = dialect(rules: query.request.rows.formingCells)
    let ordered = query.storeTerms.map { query.layout.columns.names.dropFirst($0.column).first }
    return ordered.contains { name in
      name.map { [.other, .custom].contains(dialect.type(of: $0)) } ?? false
    }
  }

  /// Returns the statement that tests whether any row meets a condition.
  func statement(testing filter: StoreText?) -> SQLText {
    var statement = SQLText("SELECT FROM ")
    let dialect = dialect(rules: nil)
    statement.append(text, dialect)
    if let filter {
      statement.append("\nWHERE (\n")
      statement.append(SQLText(filter.text, filter.arguments), dialect)
      statement.append("\n)")
    }
    return statement
  }

  /// Returns the statement that reads every row of a query.
  func statement(
    _ query: RowQuery, _ printing: PostgresPrinting = .plain,
    _ collations: [TextCollation: String] = [:]
  ) -> QueryStatement {
    QueryStatement(
      query, from: query.request.rows.source,
      dialect: dialect(rules: query.request.rows.formingCells, printing, collations))
  }
}
