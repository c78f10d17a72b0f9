import Sectional
import SectionalSQL

// Call these inside a transaction.
extension SQLiteConnection {
  /// Returns what isn't true, or can't be checked, of what a request says of the tables that it follows.
  func followFindings(for query: RowQuery) throws(StoreError) -> [RequestFinding] {
    guard query.layout.dependence == .tables else { return [] }
    var findings: [RequestFinding] = []
    let rows = SQLiteRows(query, try resolvedSource(for: query.request), on: handle)
    for followed in query.request.rows.follows {
      if let finding = try finding(about: followed, in: query) { findings.append(finding) }
      guard let column = query.layout.columns.index(of: followed.resultColumn),
        let problem = try rows.missingLookup(of: column)
      else { continue }
      findings.append(
        RequestFinding(
          .conditionWithoutIndex,
          "\(problem), so all rows of a table are looked at after a change of \(quoted(followed.table))",
          advice: "add an index on the columns that the tables are joined by"))
    }
    return findings
  }

  private func finding(
    about followed: FollowedTable, in query: RowQuery
  ) throws(StoreError) -> RequestFinding? {
    if query.request.rows.followsAreKnown { return nil }
    let table = try handle.table(named: followed.table)
    guard let column = followed.column ?? table.keyColumns.first.map({ table.columns[$0].name })
    else { return nil }
    let name = QuotedIdentifier.quoted(table.name)
    let check: FollowedTableCheck
    switch FollowedTableCheck.make(
      of: followed, in: query.request, try occurrences(of: table, query.request),
      ("main.\(name)", name, QuotedIdentifier.quoted(column)),
      try resolvedSource(for: query.request).dialect, row: "*", equal: "=")
    {
    case .success(let made): check = made
    case .failure(let problem): return problem.finding
    }
    do throws(StoreError) {
      return check.finding(try answers(check))
    } catch {
      guard error.code == .invalidQuery else { throw error }
      return check.unreplaceable
    }
  }

  /// Returns what is known of how the SQL reads a table.
  private func occurrences(
    of table: SQLiteTable, _ request: RowRequest
  ) throws(StoreError) -> FollowedTableCheck.Occurrences {
    var count = 0
    for followed in request.rows.follows {
      if try handle.table(named: followed.table).name == table.name { count += 1 }
    }
    guard case .query(let query) = request.rows.source else {
      return FollowedTableCheck.Occurrences(count: count, readsViews: true)
    }
    let footprint = try writeRecorder.authorizer.footprint { () throws(StoreError) in
      _ = try handle.prepare(query.text)
    }
    var readsViews = false
    for name in footprint.columns.keys where try handle.kind(ofTable: name) == .view {
      readsViews = true
    }
    return FollowedTableCheck.Occurrences(count: count, readsViews: readsViews)
  }

  private func answers(
    _ check: FollowedTableCheck
  ) throws(StoreError) -> [FollowedTableCheck.Answer] {
    var values: [StoredValue] = [.null]
    let sample = try handle.prepare(check.values)
    var contents = PackedRow()
    while try sample.step() {
      sample.pack(1, into: &contents)
      if contents.value(at: 0) != .null { values.append(contents.value(at: 0)) }
    }
    var answers: [FollowedTableCheck.Answer] = []
    for value in values { answers.append(try answer(check, value)) }
    return answers
  }

  private func answer(
    _ check: FollowedTableCheck, _ value: StoredValue
  ) throws(StoreError) -> FollowedTableCheck.Answer {
    let statement = try handle.prepare(check.statement(for: value == .null ? nil : "?1"))
    if value != .null { try statement.bind([value]) }
    guard try statement.step() else { return .unclear }
    return check.answer(
      (0..<4).map { statement.integer(at: $0) == 1 }, (4..<7).map { statement.text(at: $0) })
  }
}
