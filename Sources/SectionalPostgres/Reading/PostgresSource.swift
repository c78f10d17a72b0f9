import Sectional
import SectionalSQL

/// A table, view or query as the server describes it.
struct PostgresSource: Sendable {
  /// The source as it stands behind FROM.
  let text: SQLText
  /// The name for messages, and for who asks what changed.
  let name: String
  let columns: RowColumns
  let types: [PostgresType]
  /// The names of the primary key's columns, in the key's order.
  let primaryKey: [String]
  /// Whether it is a table, rows of which are nobody else's business.
  let isTable: Bool
  /// Whether texts are compared by the bytes they have here.
  let comparesUTF8: Bool

  fileprivate static func uuids(_ columns: [(name: String, type: UInt32)]) -> Set<Int> {
    Set(columns.indices.filter { PostgresType(oid: columns[$0].type) == .uuid })
  }

  /// Describes the rows of a request.
  func layout(of request: RowRequest) throws(StoreError) -> RowLayout {
    let key = request.keyColumns ?? primaryKey
    guard !key.isEmpty || request.keyColumns != nil else {
      throw StoreError(
        .noKey,
        "nothing identifies the rows of \(name); name key columns "
          + "(key: of the request, --key on the command line)")
    }
    // A primary key has an order of its own, whichever order a request names its columns in.
    let isPrimary = Set(key.map(Names.folded)) == Set(primaryKey.map(Names.folded))
    let columns = try request.columns(of: columns, keyColumns: isPrimary ? primaryKey : key)
    var places: [Int] = []
    for name in isPrimary ? primaryKey : key {
      places.append(try columns.resolve(name, of: request.source))
    }
    return RowLayout(
      columns: columns, keyColumns: places, fallsBackToRowID: false, tables: [name],
      dependence: isTable && request.filter == nil
        ? .row : .unknown(reason: "a row of the list depends on other rows or tables"))
  }

  /// Returns how the server spells what is read from here.
  ///
  /// - Parameter rules: What a request expects of the columns it reads.
  /// - Returns: The dialect.
  func dialect(rules: [CellRule]?) -> PostgresDialect {
    PostgresDialect(
      source: text, columns: columns, types: types, rules: rules, comparesText: comparesUTF8)
  }

  /// The statement that finds out whether a row is there for which a condition holds.
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

  /// The statement that reads every row of a query.
  func statement(_ query: RowQuery) -> SelectStatement {
    SelectStatement(query, from: query.request.source, dialect: dialect(rules: query.request.cells))
  }
}

extension PostgresConnection {
  /// Begins a read transaction, unless one is open, and describes what it will read.
  ///
  /// The locks come before the transaction's first query, which decides what it sees: emptying and rewriting a table
  /// are not undone for who began before.
  func begin(reading requests: [RowRequest]) async throws(StoreError) {
    if !isInTransaction {
      var tables: [String] = []
      var found: [String: PostgresRelation] = [:]
      for request in requests {
        guard case .table(let name) = request.source, request.filter == nil else {
          tables += try await lockableTables(of: request)
          continue
        }
        let relation = try await relation(named: name)
        found[name] = relation
        if relation.isLockable { tables.append(relation.text) }
      }
      let locks = Set(tables).sorted().map { "; LOCK TABLE \($0) IN ACCESS SHARE MODE" }
      try await run(
        "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY; SET LOCAL timezone = 'UTC'"
          + locks.joined())
      relations = found
      isReading = true
    }
    for request in requests { _ = try await source(request.source) }
  }

  /// Returns what a request reads from, and begins a transaction if there is none.
  func source(of request: RowRequest) async throws(StoreError) -> PostgresSource {
    if !isInTransaction { try await begin(reading: [request]) }
    return try await source(request.source)
  }

  /// Returns what is read from, inside of a transaction.
  func source(_ source: RowSource) async throws(StoreError) -> PostgresSource {
    if let known = sources[source] { return known }
    let found =
      switch source {
      case .table(let name): try await describe(table: name)
      case .query(let query): try await describe(query: query)
      }
    sources[source] = found
    return found
  }

  private func describe(table name: String) async throws(StoreError) -> PostgresSource {
    let known = relations[name]
    let relation = if let known { known } else { try await relation(named: name) }
    let columns = try await describe("SELECT * FROM \(relation.text)").columns
    var key: [String] = []
    try await rows(
      """
      SELECT a.attname::text
      FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, place)
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
      WHERE i.indrelid = $1::regclass AND i.indisprimary AND k.place <= i.indnkeyatts ORDER BY k.place
      """, [relation.text]
    ) { row in key += row.text(at: 0).map { [$0] } ?? [] }
    return PostgresSource(
      text: SQLText(relation.text), name: relation.text,
      columns: RowColumns(columns.map(\.name), uuids: PostgresSource.uuids(columns)),
      types: columns.map { PostgresType(oid: $0.type) }, primaryKey: key,
      isTable: relation.kind == .table, comparesUTF8: comparesUTF8)
  }

  private func describe(query: StoreText) async throws(StoreError) -> PostgresSource {
    guard ReadStatement.beginsLikeOne(query.text) else {
      throw StoreError(
        .invalidQuery, "the SQL must be one statement that reads: SELECT, WITH or VALUES")
    }
    let source = SQLText("(\n\(query.text)\n)", query.arguments)
    let columns = try await describe(
      "SELECT * FROM \(PostgresPlaceholders.numbered(source)) AS rows"
    ).columns
    // Columns of one name are told apart as SQLite does.
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
    let list = names.map(SQLIdentifier.quoted).joined(separator: ", ")
    return PostgresSource(
      text: SQLText(source.text + " AS rows(\(list))", source.arguments), name: "the SQL",
      columns: RowColumns(names, uuids: PostgresSource.uuids(columns)),
      types: columns.map { PostgresType(oid: $0.type) },
      primaryKey: [], isTable: false, comparesUTF8: comparesUTF8)
  }
}
