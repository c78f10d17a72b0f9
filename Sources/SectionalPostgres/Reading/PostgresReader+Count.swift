package import Sectional
import SectionalSQL

extension PostgresReader: CountingReader {
  /// Returns the number of a query's rows: exactly if there are few, and otherwise what the server's statistics say of the
  /// table.
  package func count(
    of query: RowQuery
  ) async throws(StoreError) -> (rows: Int, isExact: Bool) {
    let source = try await PostgresSource.find(of: query.request, on: connection)
    let statement = QueryStatement(
      counting: query, from: query.request.rows.source,
      dialect: source.dialect(rules: query.request.rows.formingCells))
    var counted = 0
    try await connection.rows(
      "SELECT counted.rows::pg_catalog.text FROM (\n\(statement.text)\n) AS counted(rows)",
      arguments: statement.arguments.map { PostgresArgument($0) }
    ) { counted = $0.text(at: 0).flatMap { Int($0) } ?? 0 }
    guard counted > QueryStatement.mostCounted else {
      return (counted, !query.request.rows.mayLeaveOutFoundRows)
    }
    return (max(counted, try await estimated(source)), false)
  }

  private func estimated(_ source: PostgresSource) async throws(StoreError) -> Int {
    guard !source.isQuery else { return 0 }
    var estimate = 0
    try await connection.rows(
      """
      SELECT GREATEST(pg_catalog.max(c.reltuples), 0)::pg_catalog.int8::pg_catalog.text \
      FROM pg_catalog.pg_class AS c \
      WHERE c.oid \(PostgresCatalog.equal) pg_catalog.to_regclass($1)
      """, arguments: [PostgresArgument(.text(source.name))]
    ) { estimate = $0.text(at: 0).flatMap { Int($0) } ?? 0 }
    return estimate
  }
}
