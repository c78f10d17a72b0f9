import Sectional
import SectionalSQL

extension PostgresSource {
  /// Returns the source that a request reads from, and begins a transaction if none is open.
  static func find(of request: RowRequest, on connection: isolated PostgresConnection)
    async throws(StoreError) -> PostgresSource
  {
    if !connection.isInTransaction {
      try await ReadBeginning.begin(reading: [request], on: connection)
    }
    return try await find(request.rows.source, on: connection)
  }

  /// Returns the source to read from; called inside a transaction.
  static func find(_ source: RowSource, on connection: isolated PostgresConnection)
    async throws(StoreError) -> PostgresSource
  {
    if let known = connection.transaction.sources[source] { return known }
    let found =
      switch source {
      case .table(let name): try await rememberedSource(ofTable: name, on: connection)
      case .joined(let joined): try await describing(joined, on: connection)
      case .query(let query): try await describing(query: query, on: connection)
      }
    connection.transaction.sources[source] = found
    return found
  }

  /// Returns a table's description from an earlier transaction if it still holds; otherwise describes the table again.
  private static func rememberedSource(
    ofTable name: String, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> PostgresSource {
    let relation: PostgresRelation
    if let known = connection.transaction.relation(name) {
      relation = known
    } else {
      relation = try await PostgresRelation.find(named: name, on: connection)
    }
    let stamp = connection.transaction.context?.table(relation.text)?.stamp
    if let stamp, let known = connection.catalogCache.source(of: relation.text, stamp: stamp) {
      return known
    }
    let isNew = stamp != nil && !connection.catalogCache.knowsSource(of: relation.text)
    let source = try await describing(relation, on: connection)
    if let stamp { connection.catalogCache.keep(source, of: relation.text, stamp: stamp) }
    // Their rows may now have other types.
    if !isNew { connection.forgetStatements(where: \.readsTable) }
    return source
  }
}

extension PostgresSource {
  /// Describes a table or view.
  private static func describing(
    _ relation: PostgresRelation, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> PostgresSource {
    let columns = try await connection.describe("SELECT * FROM \(relation.text)").columns
    let found = try await CatalogColumn.all(ofTable: relation.text, on: connection)
    let ofKey = found.filter { $0.keyPlace != nil }.sorted {
      ($0.keyPlace ?? 0) < ($1.keyPlace ?? 0)
    }
    let catalog = try await CatalogType.described(
      Set((ofKey + found.filter { $0.typeOID >= PostgresType.firstCustomOID }).map(\.typeOID)),
      on: connection)
    var equalities: [String: String] = [:]
    for column in found {
      guard let type = catalog[column.typeOID], !type.isServersOwn else { continue }
      equalities[column.name] = type.equality
    }
    let keyTypes = ofKey.map { column in
      catalog[column.typeOID].flatMap { $0.mustNotBeNamed ? nil : $0.name }
    }
    let types = columns.map { PostgresType(oid: $0.type) }
    let secret = found.filter { !$0.mayBeRead }.map(\.name)
    // A table that inherits can allow nulls that its parent doesn't.
    let isTable = connection.transaction.context?.table(relation.text)?.hasRowsOfItsOwn ?? false
    return PostgresSource(
      text: SQLText(relation.text), name: relation.text,
      columns: PostgresSource.columns(columns.map(\.name), types), types: types,
      primaryKey: ofKey.map(\.name),
      keyTypes: keyTypes, equalities: equalities,
      columnsWithoutNulls: isTable
        ? found.filter { $0.isNeverNull && !$0.hasPlacedNulls }.map(\.name) : [],
      secretColumns: secret.count < found.count ? secret : [],
      isTable: isTable, comparesUTF8: connection.comparesUTF8)
  }

  private static func describing(_ joined: JoinedTable, on connection: isolated PostgresConnection)
    async throws(StoreError) -> PostgresSource
  {
    if let long = joined.columns.map(\.name).first(where: { $0.utf8.count > 63 }) {
      throw StoreError(
        .unsupported,
        "the name \(quoted(long)) is longer than the 63 bytes that PostgreSQL allows; name the row shorter, with ToOne's named:",
        part: .columns)
    }
    var tables: [String: JoinStatement.Table] = [:]
    var hasUsersExpressions = false
    for name in [joined.name] + joined.related.map(\.table) where tables[name] == nil {
      let source = try await find(.table(name), on: connection)
      if !source.isTable { hasUsersExpressions = true }
      tables[name] = JoinStatement.Table(text: source.name, columns: source.columns) {
        source.equalities[$0] ?? PostgresDialect.equal
      }
    }
    let found = tables
    let own = try await find(.table(joined.name), on: connection)
    let readable = own.columns.names.filter { !own.secretColumns.contains($0) }
    let statement = try JoinStatement(joined, adding: readable) { name throws(StoreError) in
      guard let table = found[name] else { throw .noTable(name, among: found.keys.sorted()) }
      return table
    }
    var source = try await describing(query: StoreText(statement.text), on: connection)
    source.hasUsersExpressions = hasUsersExpressions
    return source
  }

  private static func describing(query: StoreText, on connection: isolated PostgresConnection)
    async throws(StoreError) -> PostgresSource
  {
    guard ReadStatement.beginsLikeOne(query.text) else {
      throw StoreError(
        .invalidQuery, "the SQL must be one statement that reads: SELECT, WITH or VALUES",
        part: .query)
    }
    let source = SQLText("(\n\(query.text)\n)", query.arguments)
    let columns = try await StoreError.blaming(.query, on: connection) {
      () async throws(StoreError) in
      try await connection.describe(
        "SELECT * FROM \(PostgresPlaceholders.numbered(source)) AS rows"
      ).columns
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
      isQuery: true, isTable: false, comparesUTF8: connection.comparesUTF8)
  }
}
