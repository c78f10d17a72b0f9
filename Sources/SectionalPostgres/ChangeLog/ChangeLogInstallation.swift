import Sectional
import SectionalSQL

// These are for inside of a transaction that writes, or only looks.
extension PostgresConnection {
  /// Returns the statements that install the change log for those of some tables that don't have it as it should be.
  func changeLogInstallation(
    for names: [String], notifying notifies: Bool
  ) async throws(StoreError) -> [String] {
    var statements: [String] = []
    var chosen: Set<String> = []
    for name in names {
      let (root, table) = try await tree(of: name)
      let log = try await log(ofTreeAt: root, for: table)
      if case .complete(_, notifies) = log { continue }
      if case .impossible(let reason) = log {
        throw StoreError(.unsupported, "its changes can't be logged: \(reason)")
      }
      // Whoever listens for nothing from now on has to be told.
      if log.status == .notifying { statements.append(ChangeLogSchema.farewell(to: root)) }
      let parts = try await parts(ofTreeAt: root)
      var rootTable: LoggedTable?
      for part in parts where part.oid == root { rootTable = try await loggedTable(part) }
      for part in parts {
        statements += try await installation(
          for: part, of: rootTable, part.events(root: root), notifying: notifies, &chosen)
        if part.oid == root { statements.append(ChangeLogSchema.unknown(in: part.text)) }
      }
    }
    guard !statements.isEmpty else { return [] }
    try await checkOwner()
    return try await isLogMissing() ? ChangeLogSchema.statements + statements : statements
  }

  /// Makes sure that the log is of somebody who may do here what this user may.
  ///
  /// Its owner can make it run anything, with the rights of who writes to it.
  private func checkOwner() async throws(StoreError) {
    var stranger: String?
    try await rows(
      """
      SELECT r.rolname::text FROM (
        SELECT nspowner AS owner FROM pg_namespace WHERE nspname = '\(ChangeLogSchema.name)'
        UNION SELECT relowner FROM pg_class WHERE relnamespace = to_regnamespace('\(ChangeLogSchema.name)')
      ) AS found JOIN pg_roles r ON r.oid = owner
      WHERE NOT r.rolsuper AND r.rolname <> current_user
        AND r.oid <> (SELECT datdba FROM pg_database WHERE datname = current_database())
      """
    ) { stranger = $0.text(at: 0) }
    guard let stranger else { return }
    throw StoreError(
      .accessDenied,
      "the schema \(ChangeLogSchema.name) is \(quoted(stranger))'s, who could run anything as you; have the "
        + "database's owner install first, or give it to them: ALTER SCHEMA, ALTER TABLE … OWNER TO"
    )
  }

  /// Returns the statements that remove the triggers of some tables, and the log with the last of them.
  func changeLogRemoval(for names: [String]) async throws(StoreError) -> [String] {
    var statements: [String] = []
    var functions: [String] = []
    var tables: [UInt32] = []
    for name in names {
      let (root, _) = try await tree(of: name)
      for part in try await parts(ofTreeAt: root) {
        tables.append(part.oid)
        for trigger in try await changeLogTriggers(of: part.oid) {
          statements.append(
            "DROP TRIGGER \(SQLIdentifier.quoted(trigger.name)) ON \(part.text)")
          functions.append(
            "DROP FUNCTION IF EXISTS \(ChangeLogSchema.name).\(SQLIdentifier.quoted(trigger.function))()"
          )
        }
      }
      if !statements.isEmpty { statements.append(ChangeLogSchema.farewell(to: root)) }
    }
    // Several triggers can have one function, where somebody renamed them.
    statements += Set(functions).sorted()
    if !statements.isEmpty, try await areOnlyLogged(tables) {
      statements.append(ChangeLogSchema.removal)
    }
    return statements
  }

  /// Finds the root of a table's partitions, and the table.
  func tree(of name: String) async throws(StoreError) -> (root: UInt32, table: UInt32) {
    let relation = try await relation(named: name)
    var found: (UInt32, UInt32)?
    try await rows(
      "SELECT coalesce(pg_catalog.pg_partition_root(oid::regclass), oid)::oid::text, oid::text FROM (SELECT $1::regclass::oid) AS named(oid)",
      [relation.text]
    ) { row in
      guard let root = row.text(at: 0).flatMap({ UInt32($0) }),
        let table = row.text(at: 1).flatMap({ UInt32($0) })
      else { return }
      found = (root, table)
    }
    guard let found else { throw StoreError(.noSuchTable, "there is no table \(quoted(name))") }
    return found
  }

  /// Returns the names of the tables that can have triggers, apart from parts of others.
  func loggableNames() async throws(StoreError) -> [String] {
    var names: [String] = []
    try await rows(
      """
      SELECT CASE WHEN pg_table_is_visible(c.oid) AND c.relname !~ '[."]' THEN c.relname::text
        WHEN n.nspname || c.relname ~ '[."]' THEN quote_ident(n.nspname) || '.' || quote_ident(c.relname)
        ELSE n.nspname::text || '.' || c.relname::text END
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence = 'p'
        AND n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', '\(ChangeLogSchema.name)')
        AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT') ORDER BY 1
      """
    ) { row in names.append(row.text(at: 0) ?? "") }
    return names
  }

  private func installation(
    for part: TablePart, of root: LoggedTable?, _ events: [ChangeLogTrigger.Event],
    notifying notifies: Bool, _ chosen: inout Set<String>
  ) async throws(StoreError) -> [String] {
    let table = try await loggedTable(part, of: root)
    if let obstacle = table.obstacle {
      throw StoreError(
        .unsupported, "the changes of \(quoted(table.name)) can't be logged: \(obstacle)")
    }
    guard !table.key.isEmpty else {
      throw StoreError(
        .noKey,
        "\(quoted(table.name)) has no primary key, which tells rows apart in the change log; give it one"
      )
    }
    var statements: [String] = []
    for event in events {
      let names = ChangeLogSchema.functionNames(event: event, of: table)
      let used = try await functionsInUse(names, apartFrom: table.oid)
      // A table that was renamed keeps the functions of its old name.
      guard let name = names.first(where: { !used.contains($0) && !chosen.contains($0) }) else {
        throw StoreError(.unsupported, "very many tables have had the name \(quoted(table.name))")
      }
      chosen.insert(name)
      statements += ChangeLogTrigger(event: event, table: table, notifies: notifies).statements(
        function: name)
    }
    return statements
  }

  private func isLogMissing() async throws(StoreError) -> Bool {
    var isMissing = true
    try await rows(
      "SELECT to_regclass('\(ChangeLogSchema.change)') IS NULL OR to_regclass('\(ChangeLogSchema.state)') IS NULL"
    ) {
      isMissing = $0.bool(at: 0)
    }
    return isMissing
  }

  private func areOnlyLogged(_ tables: [UInt32]) async throws(StoreError) -> Bool {
    var isLast = false
    try await rows(
      """
      SELECT NOT EXISTS (SELECT FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
        WHERE p.pronamespace = to_regnamespace('\(ChangeLogSchema.name)') AND NOT t.tgrelid = ANY($1::oid[]))
      """, [PostgresArray.text(of: tables.map { "\($0)" })]
    ) { isLast = $0.bool(at: 0) }
    return isLast
  }
}

extension ChangeLogSchema {
  /// The statement that removes it, with what belongs to it.
  fileprivate static let removal = "DROP SCHEMA IF EXISTS \(name) CASCADE"

  /// The statement that says that any row of a table may have changed: what was before nobody wrote down.
  fileprivate static func unknown(in table: String) -> String {
    "INSERT INTO \(change)(rel, op) VALUES (\(PostgresArray.constant(table))::regclass, 'T')"
  }

  /// The statement that tells lists that notifications of a table end.
  fileprivate static func farewell(to table: UInt32) -> String {
    "SELECT pg_catalog.pg_notify('\(ChangeChannel.name(of: table))', '')"
  }

  /// Returns names for a trigger's function, the first of which is the table's own unless it was another table's.
  fileprivate static func functionNames(event: ChangeLogTrigger.Event, of table: LoggedTable)
    -> [String]
  {
    // Long names are cut by the server, so what tells them apart comes first.
    let name = "\(table.schema)\0\(table.name)"
    let hash = String(
      name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 },
      radix: 36)
    var shown = "\(table.schema).\(table.name)"
    while shown.utf8.count > 30 { shown.removeLast() }
    return (1...20).map { "\(event.rawValue)\($0 == 1 ? "" : "\($0)")_\(hash)_\(shown)" }
  }
}
