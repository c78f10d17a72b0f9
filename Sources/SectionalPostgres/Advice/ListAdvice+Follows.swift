import Sectional
import SectionalSQL

extension ListAdvice {
  /// Returns what isn't true, or can't be checked, of what a request says of the tables that it follows.
  func followFindings(on connection: isolated PostgresConnection)
    async throws(StoreError) -> [RequestFinding]
  {
    guard query.layout.dependence == .tables else { return [] }
    var findings: [RequestFinding] = []
    for followed in query.request.rows.follows {
      if let finding = try await finding(about: followed, on: connection) {
        findings.append(finding)
      }
    }
    return findings
  }

  private func finding(
    about followed: FollowedTable, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> RequestFinding? {
    if query.request.rows.followsAreKnown { return nil }
    let relation = try await PostgresRelation.remembered(named: followed.table, on: connection)
    let table = try await PostgresSource.find(.table(followed.table), on: connection)
    guard let column = followed.column ?? table.primaryKey.first else { return nil }
    let dialect = source.dialect(rules: nil)
    let check: FollowedTableCheck
    switch FollowedTableCheck.make(
      of: followed, in: query.request,
      try await occurrences(of: relation, on: connection),
      (relation.text, relation.nameWithoutSchema, QuotedIdentifier.quoted(column)), dialect,
      row: "sectional_rows::pg_catalog.text", conversion: "::pg_catalog.text",
      equal: PostgresDialect.equal)
    {
    case .success(let made): check = made
    case .failure(let problem): return problem.finding
    }
    guard let cast = dialect.castOfFoundValues(followed.resultColumn),
      cast == table.dialect(rules: nil).castOfFoundValues(column)
    else { return nil }
    try await connection.rows(script: "SAVEPOINT sectional_check") { _ in }
    let finding: RequestFinding?
    do throws(StoreError) {
      finding = check.finding(try await answers(check, cast, on: connection))
    } catch {
      guard error.code == .invalidQuery else { throw error }
      try await connection.rows(script: "ROLLBACK TO SAVEPOINT sectional_check") { _ in }
      finding = check.unreplaceable
    }
    try await connection.rows(script: "RELEASE SAVEPOINT sectional_check") { _ in }
    return finding
  }

  private func answers(
    _ check: FollowedTableCheck, _ cast: String, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> [FollowedTableCheck.Answer] {
    var values: [String?] = [nil]
    try await connection.rows(check.values) { row in
      if let text = row.text(at: 0) { values.append(text) }
    }
    var answers: [FollowedTableCheck.Answer] = []
    for value in values {
      let text = check.statement(for: value.map { _ in "$1::\(cast)" })
      try await connection.rows(text, value.map { [$0] } ?? []) { row in
        answers.append(
          check.answer((0..<4).map { row.bool(at: $0) }, (4..<7).map { row.text(at: $0) }))
      }
    }
    return answers
  }

  /// Returns what is known of how the SQL reads a table.
  private func occurrences(
    of relation: PostgresRelation, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> FollowedTableCheck.Occurrences {
    var count = 0
    for followed in query.request.rows.follows {
      if try await PostgresRelation.remembered(named: followed.table, on: connection).oid
        == relation.oid
      {
        count += 1
      }
    }
    let read = connection.transaction.dependence(of: query.request)?.relations ?? []
    return FollowedTableCheck.Occurrences(
      count: count, readsViews: read.contains { $0.kind == .view })
  }
}

extension PostgresRelation {
  /// The name without its schema, as it is written in SQL.
  fileprivate var nameWithoutSchema: String {
    var isQuoted = false
    let scalars = text.unicodeScalars
    for index in scalars.indices {
      if scalars[index] == "\"" { isQuoted.toggle() }
      if scalars[index] == ".", !isQuoted { return String(scalars[scalars.index(after: index)...]) }
    }
    return text
  }
}
