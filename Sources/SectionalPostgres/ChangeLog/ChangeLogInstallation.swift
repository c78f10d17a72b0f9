import Sectional
import SectionalSQL

/// The plan for installing the change log for some tables.
struct ChangeLogInstallation {
  var statements: [String] = []
  /// The roots of the partition trees that are planned; several given names can belong to one tree.
  var roots: Set<UInt32> = []
  /// The logs that owners have, or get with this installation, by owner.
  var logs: [String: ChangeLogSchema] = [:]
  /// The functions that are created, qualified with their schemas, so that no two triggers use the same name.
  var functions: Set<String> = []
  /// The tables whose triggers are replaced or removed.
  var tables: Set<UInt32> = []
  /// The logs whose entries must be hidden because a table has row security.
  var restricted: Set<ChangeLogSchema> = []
  /// The logs, in whichever form, that lose triggers of those tables.
  var left: Set<ChangeLogSchema> = []
}

// Call these inside a transaction that writes, or that only reads.
extension ChangeLogInstallation {
  /// Returns the statements that install the change log for the tables that don't have it in its expected form, or that
  /// keep fewer columns, or that notify listeners if they shouldn't, or don't if they should.
  static func installation(
    for names: [String], oldValuesOf columns: [String] = [], notifying wanted: Bool?,
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> [String] {
    var plan = ChangeLogInstallation()
    for name in names {
      let (root, table) = try await TablePart.rootAndTable(of: name, on: connection)
      guard plan.roots.insert(root).inserted else { continue }
      let log = try await TableLogState.find(ofTreeAt: root, for: table, on: connection)
      let kept = try await LoggedTable.keptColumns(
        ofTreeAt: root, and: columns, of: name, on: connection)
      // Writers may not bear notifications, so a log that doesn't notify only does so if that is asked for.
      let notifies =
        if let wanted { wanted } else { try await !isQuiet(treeAt: root, on: connection) }
      if case .complete(let table, _, notifies) = log, kept == Set(table.kept.map(\.number)) {
        continue
      }
      if case .impossible(let reason) = log {
        throw StoreError(.unsupported, "can't log the changes of \(reason)")
      }
      // Listeners must be told that the notifications they listen for will no longer come.
      if log.status == .notifying { plan.statements.append(ChangeChannel.farewell(to: root)) }
      try await plan.install(treeAt: root, keeping: kept, notifying: notifies, on: connection)
    }
    guard !plan.statements.isEmpty else { return [] }
    for log in plan.logs.values.sorted(by: { $0.name < $1.name }) {
      plan.statements += [log.seclusion, log.tidying]
    }
    plan.left.subtract(plan.logs.values)
    return try await plan.statementsWithRemovals(on: connection)
  }

  /// Returns whether a partition tree has triggers of the change log, in whichever form, that don't notify listeners.
  private static func isQuiet(treeAt root: UInt32, on connection: isolated PostgresConnection)
    async throws(StoreError) -> Bool
  {
    var triggers: [FoundTrigger] = []
    for (part, _) in try await LoggedTable.tree(at: root, on: connection) {
      triggers += try await FoundTrigger.all(of: part.oid, on: connection).filter(\.isOfLog)
    }
    return !triggers.isEmpty && !triggers.contains(where: \.notifies)
  }

  private mutating func install(
    treeAt root: UInt32, keeping kept: Set<Int>, notifying notifies: Bool,
    on connection: isolated PostgresConnection
  ) async throws(StoreError) {
    for (part, found) in try await LoggedTable.tree(at: root, on: connection) {
      let table = found.keeping(kept)
      try checkCanBeLogged(table)
      // What this user isn't allowed to do is rejected before anything is created.
      try await checkIsOwner(of: part, on: connection)
      let log = try await self.log(ofOwner: part.owner, on: connection)
      if part.hasRowSecurity, restricted.insert(log).inserted {
        statements.append(log.restriction)
      }
      try await remove(triggersOf: part, on: connection)
      for event in part.events(root: root) {
        let trigger = ChangeLogTrigger(
          event: event, table: table, log: log, notifies: notifies, root: root)
        let function = try await self.function(for: trigger, on: connection)
        statements += trigger.statements(function: function, owner: part.owner)
      }
    }
  }

  private func checkCanBeLogged(_ table: LoggedTable) throws(StoreError) {
    if let obstacle = table.obstacle {
      throw StoreError(
        .unsupported, "the changes of \(quoted(table.name)) can't be logged: \(obstacle)")
    }
    guard !table.key.isEmpty else {
      throw StoreError(
        .noKey,
        "\(quoted(table.name)) has no primary key, which identifies rows in the change log; add one"
      )
    }
  }

  private func checkIsOwner(of part: TablePart, on connection: isolated PostgresConnection)
    async throws(StoreError)
  {
    var isOwner = false
    try await connection.rows(
      "SELECT pg_catalog.pg_has_role(c.relowner, 'USAGE') FROM pg_catalog.pg_class c "
        + "WHERE c.oid \(PostgresCatalog.equal) $1::pg_catalog.oid", ["\(part.oid)"]
    ) { isOwner = $0.bool(at: 0) }
    guard isOwner else {
      throw StoreError(
        .accessDenied,
        "only the owner of \(quoted(part.name)) can log its changes; connect as "
          + "\(quoted(part.owner))"
      )
    }
  }

  /// Returns an owner's log; the statements that create what is missing are added to the plan.
  private mutating func log(
    ofOwner owner: String, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> ChangeLogSchema {
    if let log = logs[owner] { return log }
    let (own, empty, taken) = try await ChangeLogSchema.all(ofOwner: owner, on: connection)
    for log in own {
      let problem = try await log.problem(restricted: false, on: connection)
      guard problem == nil || problem == .open || problem == .unwritable else { continue }
      // Privileges are granted and revoked at the end, and the pruning function is created again.
      if problem == .open { statements += log.pruningStatements(owner: owner) }
      logs[owner] = log
      return log
    }
    let (log, exists) = try await newLog(of: owner, own, empty, taken, on: connection)
    if exists, !empty.contains(log) { statements += log.clearing }
    statements += log.statements(owner: owner, exists: exists)
    logs[owner] = log
    return log
  }

  /// Returns where an owner's new log is created, and whether that schema exists already: an empty one, or a new one, or
  /// one with a log that came with a dump or was changed.
  private func newLog(
    of owner: String, _ own: [ChangeLogSchema], _ empty: [ChangeLogSchema], _ taken: Set<String>,
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> (log: ChangeLogSchema, exists: Bool) {
    if let log = empty.first { return (log, true) }
    var mayCreate = false
    try await connection.rows(
      "SELECT pg_catalog.has_database_privilege(pg_catalog.current_database(), 'CREATE')"
    ) { mayCreate = $0.bool(at: 0) }
    guard mayCreate else {
      if let log = own.first(where: { $0.name != ChangeLogSchema.oldName }) { return (log, true) }
      let name = QuotedIdentifier.quoted(ChangeLogSchema.names(for: owner)[0])
      throw StoreError(
        .accessDenied,
        "you need CREATE on the database for the change log's schema; ask an administrator to run: "
          + "CREATE SCHEMA \(name) AUTHORIZATION \(QuotedIdentifier.quoted(owner))")
    }
    guard let name = ChangeLogSchema.names(for: owner).first(where: { !taken.contains($0) }) else {
      throw StoreError(
        .unsupported, "too many schemas have names like the change log's; drop some")
    }
    return (ChangeLogSchema(name: name), false)
  }

  private mutating func function(
    for trigger: ChangeLogTrigger, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> String {
    let table = trigger.table
    let names = trigger.functionNames
    let used = try await FoundTrigger.functionsInUse(
      names, in: trigger.log, apartFrom: table.oid, on: connection)
    // A table that was renamed keeps the functions of its old name.
    let free = names.first {
      !used.contains($0) && !functions.contains("\(trigger.log.text).\($0)")
    }
    guard let free else {
      throw StoreError(.unsupported, "too many tables have had the name \(quoted(table.name))")
    }
    functions.insert("\(trigger.log.text).\(free)")
    return free
  }
}
