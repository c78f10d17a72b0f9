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
    store.watch.note(try await LogReading.notifyingChannels(on: reader.connection))
    let now = try await LogReading.version(losses: reader.losses(), on: reader.connection)
    guard let cursor else { return StoreChanges(.nothing, next: now) }
    let rows = try await LogReading.changes(
      in: region, from: cursor, to: now, on: reader.connection)
    return StoreChanges(
      rows, next: now,
      tag: try await store.tags.tag(
        of: rows, in: region, from: cursor, to: now, on: reader.connection))
  }

  /// Returns whether everything that a cursor has seen was on the server's disk.
  public static func isLasting(_ cursor: PostgresStoreVersion) -> Bool { cursor.isLasting }

  /// Why changes are currently noticed later than they could be: notifications don't arrive, and the server is polled.
  public var delay: String? { store.watch.delay }
}
