public import Sectional

/// A change source that receives notifications of changes, or polls the server, and knows the changed rows from the
/// change log.
///
/// Its cursor is a whole version: which transactions were visible decides which entries of the log are new.
public struct PostgresChangeSource: ChangeSource {
  /// The type of the store.
  public typealias Store = PostgresStore

  let store: PostgresStore

  /// Rings when something in the doorbell's region may have changed.
  public func run(_ doorbell: Doorbell) async throws { try await store.watch.serve(doorbell) }

  /// Returns the rows that may have changed since a cursor, and the next cursor.
  ///
  /// - Throws: `StoreError` if the server can't answer.
  public func changes(
    in region: TableRegion, since cursor: PostgresStoreVersion?, _ reader: PostgresReader
  ) async throws -> StoreChanges<PostgresStoreVersion> {
    store.watch.note(try await reader.connection.notifyingChannels())
    let now = try await reader.connection.version(losses: reader.losses())
    guard let cursor else { return StoreChanges(.nothing, next: now) }
    return StoreChanges(
      try await reader.connection.changes(in: region, from: cursor, to: now), next: now)
  }

  /// Returns whether everything that a cursor has seen was on the server's disk.
  public static func isLasting(_ cursor: PostgresStoreVersion) -> Bool { cursor.isLasting }

  /// Why changes are currently noticed later than they could be: notifications don't arrive, and the server is polled.
  public var delay: String? { store.watch.delay }
}

extension PostgresConnection {
  /// Returns the version that the transaction reads.
  func version(losses: Int) async throws(StoreError) -> PostgresStoreVersion? {
    if context == nil { try await begin(reading: []) }
    for relation in relations.values where places[relation.text] == nil {
      guard let table = context?.table(relation.text), table.hasRowsOfItsOwn, table.isLogShown,
        let log = relation.readableLog, case .complete = try await self.log(of: relation.text)
      else { continue }
      places[relation.text] = try await place(of: table.root, in: log)
    }
    return identity.flatMap { context?.version(of: $0, losses: losses, places: places) }
  }

  /// Returns the channel number of each prepared table that notifies listeners, and `nil` for a table that doesn't.
  func notifyingChannels() async throws(StoreError) -> [String: UInt32?] {
    var channels: [String: UInt32?] = [:]
    for relation in relations.values {
      guard let table = context?.table(relation.text), table.hasRowsOfItsOwn else { continue }
      let notifies =
        if case .complete(_, _, notifies: true) = try await log(of: relation.text) { true } else {
          false
        }
      channels.updateValue(notifies ? table.root : nil, forKey: relation.text)
    }
    return channels
  }

  /// Returns which rows of a region's tables may have changed between two versions.
  fileprivate func changes(
    in region: TableRegion, from earlier: PostgresStoreVersion, to now: PostgresStoreVersion?
  ) async throws(StoreError) -> ChangedRows {
    guard let now else { return .everything(reason: "the store's version is unknown") }
    if let reason = now.gapReason(since: earlier) { return .everything(reason: reason) }
    guard let tables = region.tables, let table = tables.first, tables.count == 1 else {
      return .everything(reason: "a row of the list depends on other rows or tables")
    }
    return try await loggedChanges(of: table, since: earlier)
  }
}
