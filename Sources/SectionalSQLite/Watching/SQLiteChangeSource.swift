import Sectional

/// Knows the writes of the store's own connection row by row, and asks the file at an interval whether others wrote.
///
/// Of others' writes it knows that there were some, not which: they are answered by reading everything.
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
