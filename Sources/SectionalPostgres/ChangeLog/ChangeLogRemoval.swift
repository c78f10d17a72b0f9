import Sectional
import SectionalSQL

// Call these inside a transaction that writes, or that only reads.
extension ChangeLogInstallation {
  /// Returns the statements that remove the triggers of some tables, and a log with the last of its triggers.
  static func removal(for names: [String], on connection: isolated PostgresConnection)
    async throws(StoreError) -> [String]
  {
    var plan = ChangeLogInstallation()
    for name in names {
      let (root, _) = try await TablePart.rootAndTable(of: name, on: connection)
      for part in try await TablePart.all(ofTreeAt: root, on: connection) {
        try await plan.remove(triggersOf: part, on: connection)
      }
      if !plan.statements.isEmpty { plan.statements.append(ChangeChannel.farewell(to: root)) }
    }
    return try await plan.statementsWithRemovals(on: connection)
  }

  /// Adds the statements that remove a table's triggers, in whichever form they are.
  mutating func remove(triggersOf part: TablePart, on connection: isolated PostgresConnection)
    async throws(StoreError)
  {
    tables.insert(part.oid)
    let triggers = try await FoundTrigger.all(of: part.oid, on: connection)
    for trigger in triggers {
      statements.append(
        "DROP TRIGGER \(QuotedIdentifier.quoted(trigger.name)) ON \(part.text)")
      if trigger.isOfLog { left.insert(ChangeLogSchema(name: trigger.schema)) }
    }
    // Several triggers can share a function if they were renamed, and a function that others still use is kept.
    for function in Set(triggers.filter { $0.isOurs && $0.isOfLog }.map(\.functionText))
      .sorted()
    {
      statements.append("DROP FUNCTION IF EXISTS \(function)()")
    }
  }

  /// Returns the planned statements and, for this user's logs that lose triggers, those that remove a log that no other table
  /// writes to, and from another log what no table needs anymore.
  ///
  /// The log of a table's former owner is left as it is; that owner's next installation or removal tidies it.
  func statementsWithRemovals(
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> [String] {
    var statements = statements
    for log in left.sorted(by: { $0.name < $1.name }) {
      var (isOurs, isLast) = (false, false)
      try await connection.rows(
        """
        SELECT pg_catalog.pg_has_role(n.nspowner, 'USAGE'), NOT EXISTS (
          SELECT FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_proc p ON p.oid \(PostgresCatalog.equal) t.tgfoid
          WHERE p.pronamespace \(PostgresCatalog.equal) n.oid
            AND t.tgrelid OPERATOR(pg_catalog.<>) ALL ($2::pg_catalog.oid[]))
        FROM pg_catalog.pg_namespace n WHERE n.nspname::pg_catalog.text \(PostgresCatalog.equal) $1::pg_catalog.text
        """, [log.name, PostgresArray.text(of: tables.map { "\($0)" })]
      ) { (isOurs, isLast) = ($0.bool(at: 0), $0.bool(at: 1)) }
      if isOurs { statements.append(isLast ? log.removal : log.tidying) }
    }
    return statements
  }
}
