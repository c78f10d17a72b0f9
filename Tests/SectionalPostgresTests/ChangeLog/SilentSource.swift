import Sectional
import SectionalPostgres

/// A change source that never rings, so that a list looks only when a test tells it to.
struct SilentSource: ChangeSource {
  typealias Source = PostgresStore

  private let source: any ChangeSource<PostgresStore>

  init(of store: PostgresStore) { source = store.changeSource() }

  func run(_ doorbell: Doorbell) async throws {
    while true { try await Task.sleep(for: .seconds(3600)) }
  }

  func version(_ reader: PostgresReader) async throws -> PostgresStoreVersion? {
    try await source.version(reader)
  }

  func changes(
    of tables: Set<String>, since version: PostgresStoreVersion, _ reader: PostgresReader
  ) async throws -> ChangedKeys {
    try await source.changes(of: tables, since: version, reader)
  }
}
