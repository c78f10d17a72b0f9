import Sectional
import SectionalSQL

// These are for inside of a transaction.
extension PostgresConnection {
  /// Tells whether all changes of a table are logged, by its quoted name; what was found out is remembered.
  func log(of table: String) async throws(StoreError) -> TableLog {
    guard let known = moment?.table(table) else { return .missing }
    guard moment?.table(ChangeLogSchema.change) != nil else { return .missing }
    // What the log itself is like, and what may be done with it, is part of it.
    let stamp = "\(known.stamp) \(moment?.table(ChangeLogSchema.change)?.stamp ?? "")"
    if let log = memory.log(of: table, stamp: stamp) { return log }
    let log = try await log(ofTreeAt: known.root, for: known.oid)
    memory.keep(log, of: table, stamp: stamp)
    return log
  }

  /// Looks whether all changes of a table are logged.
  ///
  /// Of a partitioned table every part has triggers of its own: a statement fires those of the table it names.
  func log(ofTreeAt root: UInt32, for table: UInt32) async throws(StoreError) -> TableLog {
    var found: LoggedTable?
    var answers: [Bool?] = []
    var hasTriggers = false
    let parts = try await parts(ofTreeAt: root)
    var rootTable: LoggedTable?
    for part in parts where part.oid == root { rootTable = try await loggedTable(part) }
    for part in parts {
      let name = quoted("\(part.schema).\(part.name)")
      if let obstacle = part.obstacle { return .impossible(reason: "\(name): \(obstacle)") }
      let logged = try await loggedTable(part, of: rootTable)
      if let obstacle = logged.obstacle { return .impossible(reason: "\(name): \(obstacle)") }
      let triggers = try await changeLogTriggers(of: part.oid)
      if part.oid == table { found = logged }
      if !triggers.isEmpty { hasTriggers = true }
      answers.append(triggers.notifies(of: logged, events: part.events(root: root)))
    }
    guard hasTriggers, let found, let first = answers.first else { return .missing }
    guard let first, answers.allSatisfy({ $0 == first }), !found.key.isEmpty else {
      let name = quoted("\(found.schema).\(found.name)")
      return .outdated(
        reason:
          "\(name), its partitions or its triggers were changed since the change log was installed; "
          + "install it again")
    }
    return .complete(found, notifies: first)
  }
}

extension [FoundTrigger] {
  /// Whether they notify listeners; nothing where they are not what a table should have.
  fileprivate func notifies(
    of table: LoggedTable, events: [ChangeLogTrigger.Event]
  ) -> Bool? {
    [true, false].first { notifies in
      events.allSatisfy { event in
        let trigger = ChangeLogTrigger(event: event, table: table, notifies: notifies)
        return contains { $0.isAsWanted(trigger) }
      }
    }
  }
}
