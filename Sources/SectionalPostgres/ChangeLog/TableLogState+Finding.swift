import Sectional
import SectionalSQL

// Call these inside a transaction.
extension TableLogState {
  /// Returns whether all changes of a table are logged; the answer is cached.
  static func find(of relation: PostgresRelation, on connection: isolated PostgresConnection)
    async throws(StoreError) -> TableLogState
  {
    // The log's own form, and what this user can do with it, are part of the answer.
    guard let known = connection.transaction.context?.table(relation.text),
      let stamp = connection.transaction.logStamp(of: relation)
    else { return .missing }
    if let log = connection.catalogCache.log(of: relation.text, stamp: stamp) { return log }
    let log = try await find(ofTreeAt: known.root, for: relation.oid, on: connection)
    if case .complete(_, let schema, _) = log, schema != relation.log?.schema {
      // The log was installed after the table was looked up; the next transaction looks it up again.
      connection.catalogCache.forgetAll()
      return .outdated(reason: "the change log was installed a moment ago")
    }
    connection.catalogCache.keep(log, of: relation.text, stamp: stamp)
    return log
  }

  /// Determines whether all changes of a table are logged.
  ///
  /// Every partition of a partitioned table has its own triggers, because a statement fires those of the table it
  /// names.
  static func find(
    ofTreeAt root: UInt32, for table: UInt32, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> TableLogState {
    var found: LoggedTable?
    var log: ChangeLogSchema?
    // Every part must keep what the first one keeps.
    var kept: Set<Int>?
    var answers: [Bool?] = []
    var hasTriggers = false
    var isRestricted = false
    for (part, logged) in try await LoggedTable.tree(at: root, on: connection) {
      let name = quoted("\(part.schema).\(part.name)")
      if let obstacle = part.obstacle ?? logged.obstacle {
        return .impossible(reason: "\(name): \(obstacle)")
      }
      let triggers = try await FoundTrigger.all(of: part.oid, on: connection)
      kept = kept ?? triggers.keptNumbers
      let logged = logged.keeping(kept ?? [])
      if part.oid == table { found = logged }
      if part.oid == root { isRestricted = part.hasRowSecurity }
      if !triggers.isEmpty { hasTriggers = true }
      log = log ?? triggers.first.map { ChangeLogSchema(name: $0.schema) }
      answers.append(
        log.flatMap { triggers.notifies(of: logged, in: $0, part.events(root: root), root: root) })
    }
    guard hasTriggers, let found, let log, let first = answers.first else { return .missing }
    guard let first, answers.allSatisfy({ $0 == first }), !found.key.isEmpty else {
      let name = quoted("\(found.schema).\(found.name)")
      return .outdated(
        reason:
          "\(name), its owner, its partitions or its triggers were changed since the change log was installed, "
          + "or an earlier version of Sectional installed it; install it again")
    }
    if let problem = try await log.problem(restricted: isRestricted, on: connection) {
      return .outdated(reason: problem.description(of: log))
    }
    return .complete(found, log, notifies: first)
  }
}

extension [FoundTrigger] {
  /// Returns whether the triggers notify listeners, or `nil` if they aren't what the table should have.
  fileprivate func notifies(
    of table: LoggedTable, in log: ChangeLogSchema, _ events: [ChangeLogTrigger.Event],
    root: UInt32
  ) -> Bool? {
    [true, false].first { notifies in
      events.allSatisfy { event in
        let trigger = ChangeLogTrigger(
          event: event, table: table, log: log, notifies: notifies, root: root)
        return contains { $0.isAsWanted(trigger) }
      }
    }
  }
}
