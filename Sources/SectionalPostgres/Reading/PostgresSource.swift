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
  fileprivate static func columns(_ names: [String], _ types: [PostgresType]) -> RowColumns {
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

extension PostgresConnection {
  /// Returns the source that a request reads from, and begins a transaction if none is open.
  func source(of request: RowRequest) async throws(StoreError) -> PostgresSource {
    if !isInTransaction { try await begin(reading: [request]) }
    return try await source(request.rows.source)
  }

  /// Returns the source to read from; called inside a transaction.
  func source(_ source: RowSource) async throws(StoreError) -> PostgresSource {
    if let known = transaction.sources[source] { return known }
    let found =
      switch source {
      case .table(let name): try await rememberedSource(ofTable: name)
      case .joined(let joined): try await describe(joined)
      case .query(let query): try await describe(query: query)
      }
    transaction.sources[source] = found
    return found
  }

  /// Returns a table's description from an earlier transaction if it still holds; otherwise describes the table again.
  private func rememberedSource(ofTable name: String) async throws(StoreError) -> PostgresSource {
    let relation: PostgresRelation
    if let known = transaction.relation(name) {
      relation = known
    } else {
      relation = try await self.relation(named: name)
    }
    let stamp = transaction.context?.table(relation.text)?.stamp
    if let stamp, let known = catalogCache.source(of: relation.text, stamp: stamp) { return known }
    let source = try await describe(relation)
    if let stamp { catalogCache.keep(source, of: relation.text, stamp: stamp) }
    // Their rows may now have other types.
    forgetStatements { $0.types != nil }
    return source
  }

  private func describe(_ relation: PostgresRelation) async throws(StoreError) -> PostgresSource {
    let columns = try await describe("SELECT * FROM \(relation.text)").columns
    let found = try await self.columns(ofTable: relation.text)
    let ofKey = found.filter { $0.keyPlace != nil }.sorted {
      ($0.keyPlace ?? 0) < ($1.keyPlace ?? 0)
    }
    let catalog = try await self.types(
      Set((ofKey + found.filter { $0.typeOID >= PostgresType.firstCustomOID }).map(\.typeOID)))
    var equalities: [String: String] = [:]
    for column in found {
      guard let type = catalog[column.typeOID], !type.isServersOwn else { continue }
      equalities[column.name] = type.equality
    }
    let keyTypes = ofKey.map { column in
      catalog[column.typeOID].flatMap { $0.holdsDomains ? nil : $0.name }
    }
    let types = columns.map { PostgresType(oid: $0.type) }
    let secret = found.filter { !$0.mayBeRead }.map(\.name)
    // A table that inherits can allow nulls that its parent doesn't.
    let isTable = transaction.context?.table(relation.text)?.hasRowsOfItsOwn ?? false
    return PostgresSource(
      text: SQLText(relation.text), name: relation.text,
      columns: PostgresSource.columns(columns.map(\.name), types), types: types,
      primaryKey: ofKey.map(\.name),
      keyTypes: keyTypes, equalities: equalities,
      columnsWithoutNulls: isTable
        ? found.filter { $0.isNeverNull && !$0.hasPlacedNulls }.map(\.name) : [],
      secretColumns: secret.count < found.count ? secret : [],
      isTable: isTable, comparesUTF8: comparesUTF8)
  }

  private func describe(_ joined: JoinedTable) async throws(StoreError) -> PostgresSource {
    if let long = joined.columns.map(\.name).first(where: { $0.utf8.count > 63 }) {
      throw StoreError(
        .unsupported,
        "the name \(quoted(long)) is longer than the 63 bytes that PostgreSQL allows; name the row shorter, with ToOne's named:",
        part: .columns)
    }
    var tables: [String: JoinStatement.Table] = [:]
    var hasUsersExpressions = false
    for name in [joined.name] + joined.related.map(\.table) where tables[name] == nil {
      let source = try await source(.table(name))
      if !source.isTable { hasUsersExpressions = true }
      tables[name] = JoinStatement.Table(text: source.name, columns: source.columns) {
        source.equalities[$0] ?? PostgresDialect.equal
      }
    }
    let found = tables
    let own = try await source(.table(joined.name))
    let readable = own.columns.names.filter { !own.secretColumns.contains($0) }
    let statement = try JoinStatement(joined, adding: readable) { name throws(StoreError) in
      guard let table = found[name] else { throw .noTable(name, among: found.keys.sorted()) }
      return table
    }
    var source = try await describe(query: StoreText(statement.text))
    source.hasUsersExpressions = hasUsersExpressions
    return source
  }

  private func describe(query: StoreText) async throws(StoreError) -> PostgresSource {
    guard ReadStatement.beginsLikeOne(query.text) else {
      throw StoreError(
        .invalidQuery, "the SQL must be one statement that reads: SELECT, WITH or VALUES",
        part: .query)
    }
    let source = SQLText("(\n\(query.text)\n)", query.arguments)
    let columns = try await blaming(.query) { () async throws(StoreError) in
      try await describe("SELECT * FROM \(PostgresPlaceholders.numbered(source)) AS rows").columns
    }
    // Columns with the same name are made distinct as SQLite does it.
    var names: [String] = []
    for (name, _) in columns {
      var unique = name
      var number = 1
      while names.contains(unique) {
        unique = "\(name):\(number)"
        number += 1
      }
      names.append(unique)
    }
    let list = names.map(QuotedIdentifier.quoted).joined(separator: ", ")
    let types = columns.map { PostgresType(oid: $0.type) }
    return PostgresSource(
      text: SQLText(source.text + " AS rows(\(list))", source.arguments), name: "the SQL",
      columns: PostgresSource.columns(names, types), types: types, primaryKey: [], keyTypes: [],
      isQuery: true, isTable: false, comparesUTF8: comparesUTF8)
  }
}
