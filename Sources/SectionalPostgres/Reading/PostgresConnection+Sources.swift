import Sectional
import SectionalSQL

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
    forgetStatements(where: \.readsTable)
    return source
  }
}

extension PostgresConnection {
  /// Describes a table or view.
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
