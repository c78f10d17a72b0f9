import Sectional
import SectionalSQL

// Call these inside a transaction that writes, or that only reads.
extension PostgresConnection {
  /// Returns the statements that remove the triggers of some tables, and a log with the last of its triggers.
  func changeLogRemoval(for names: [String]) async throws(StoreError) -> [String] {
    var plan = ChangeLogInstallation()
    for name in names {
      let (root, _) = try await tree(of: name)
      for part in try await parts(ofTreeAt: root) { try await remove(triggersOf: part, &plan) }
      if !plan.statements.isEmpty { plan.statements.append(ChangeChannel.farewell(to: root)) }
    }
    return plan.statements + (try await removals(of: plan.left, apartFrom: plan.tables))
  }

  /// Adds to a plan the statements that remove a table's triggers, in whichever form they are.
  func remove(triggersOf part: TablePart, _ plan: inout ChangeLogInstallation)
    async throws(StoreError)
  {
    plan.tables.insert(part.oid)
    let triggers = try await changeLogTriggers(of: part.oid)
    for trigger in triggers {
      plan.statements.append(
        "DROP TRIGGER \(QuotedIdentifier.quoted(trigger.name)) ON \(part.text)")
      if trigger.isOfLog { plan.left.insert(ChangeLogSchema(name: trigger.schema)) }
    }
    // Several triggers can share a function if they were renamed, and a function that others still use is kept.
    for function in Set(triggers.filter { $0.isOurs && $0.isOfLog }.map(\.functionText))
      .sorted()
    {
      plan.statements.append("DROP FUNCTION IF EXISTS \(function)()")
    }
  }

  /// Returns the statements that remove those logs of this user that no other table writes to, and from this user's other
  /// ones what no table needs anymore.
  ///
  /// The log of a table's former owner is left as it is; that owner's next installation or removal tidies it.
  func removals(
    of logs: Set<ChangeLogSchema>, apartFrom tables: Set<UInt32>
  ) async throws(StoreError) -> [String] {
    var statements: [String] = []
    for log in logs.sorted(by: { $0.name < $1.name }) {
      var (isOurs, isLast) = (false, false)
      try await rows(
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
