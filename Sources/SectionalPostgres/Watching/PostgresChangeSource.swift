import Sectional

/// A source that receives notifications of changes, or polls the server, and knows the changed rows from the change
/// log.
struct PostgresChangeSource: ChangeSource {
  typealias Source = PostgresStore

  let store: PostgresStore

  func run(_ doorbell: Doorbell) async throws { try await store.watch.serve(doorbell) }

  func version(_ reader: PostgresReader) async throws -> PostgresStoreVersion? {
    let (version, notifying) = try await reader.connection.version(losses: store.losses)
    store.watch.note(notifying)
    return version
  }

  func changes(
    of tables: Set<String>, since version: PostgresStoreVersion, _ reader: PostgresReader
  ) async throws -> ChangedKeys {
    try await reader.connection.changes(of: tables, since: version, losses: store.losses)
  }

  var delay: String? { store.watch.delay }
}

extension PostgresConnection {
  /// Returns the version that the transaction reads, and the channel number of each prepared table that notifies
  /// listeners, or `nil` for a table that doesn't.
  func version(
    losses: Int
  ) async throws(StoreError) -> (version: PostgresStoreVersion?, notifying: [String: UInt32?]) {
    if context == nil { try await begin(reading: []) }
    var notifying: [String: UInt32?] = [:]
    for relation in relations.values {
      guard let table = context?.table(relation.text), table.hasRowsOfItsOwn else { continue }
      let log = try await log(of: relation.text)
      if case .complete = log, let log = relation.readableLog, table.isLogShown,
        places[relation.text] == nil
      {
        places[relation.text] = try await place(of: table.root, in: log)
      }
      if case .complete(_, _, notifies: true) = log {
        notifying[relation.text] = table.root
      } else {
        notifying.updateValue(nil, forKey: relation.text)
      }
    }
    let version = identity.flatMap { context?.version(of: $0, losses: losses, places: places) }
    return (version, notifying)
  }

  /// Returns which rows of some tables may have changed since a version.
  func changes(
    of tables: Set<String>, since earlier: PostgresStoreVersion, losses: Int
  ) async throws(StoreError) -> ChangedKeys {
    guard let now = try await version(losses: losses).version else {
      return .everything(reason: "the store's version is unknown")
    }
    if let reason = now.gapReason(since: earlier) { return .everything(reason: reason) }
    guard let table = tables.first, tables.count == 1 else {
      return .everything(reason: "a row of the list depends on other rows or tables")
    }
    return try await loggedChanges(of: table, since: earlier)
  }
}
