import Sectional

/// A source that knows the writes of the store's own connection row by row, and polls the file for other writes.
///
/// It knows which rows other writes changed only if the file has a change log; otherwise everything is read again.
struct SQLiteChangeSource: ChangeSource {
  typealias Source = SQLiteStore

  let store: SQLiteStore

  func run(_ doorbell: Doorbell) async throws {
    try await store.poll.serve(doorbell)
  }

  func version(_ reader: SQLiteReader) async throws -> SQLiteStoreVersion? {
    try await reader.connection.version()
  }

  func changes(
    of tables: Set<String>, since version: SQLiteStoreVersion, _ reader: SQLiteReader
  ) async throws -> ChangedKeys {
    try await reader.connection.changes(of: tables, since: version)
  }
}
