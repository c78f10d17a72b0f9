public import Sectional

/// A change source that knows the writes of the store's own connection row by row, and polls the file for other writes.
///
/// It knows which rows other writes changed only if the file has a change log; otherwise everything is read again.
public struct SQLiteChangeSource: ChangeSource {
  /// The type of the store.
  public typealias Store = SQLiteStore

  let store: SQLiteStore

  /// Rings when something in the doorbell's region may have changed.
  public func run(_ doorbell: Doorbell) async throws {
    try await store.poll.serve(doorbell)
  }

  /// Returns the rows that may have changed since a cursor, and the next cursor.
  ///
  /// - Throws: `StoreError` if the file can't be read.
  public func changes(
    in region: TableRegion, since cursor: SQLiteCursor?, _ reader: SQLiteReader
  ) async throws -> StoreChanges<SQLiteCursor> {
    try await reader.connection.changes(in: region, since: cursor)
  }

  /// Returns whether the file has a change log, which every process can read.
  public static func isLasting(_ cursor: SQLiteCursor) -> Bool { cursor.log != nil }
}
