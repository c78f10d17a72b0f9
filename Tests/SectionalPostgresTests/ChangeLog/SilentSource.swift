import Sectional
import SectionalPostgres

/// A change source that never rings, so that a list looks only when a test tells it to.
struct SilentSource: ChangeSource {
  typealias Store = PostgresStore
  typealias Cursor = PostgresStore.Source.Cursor

  private let source: PostgresStore.Source

  init(of store: PostgresStore) { source = store.changeSource() }

  func run(_ doorbell: Doorbell) async throws {
    while true { try await Task.sleep(for: .seconds(3600)) }
  }

  func changes(
    in region: TableRegion, since cursor: Cursor?, _ reader: PostgresReader
  ) async throws -> StoreChanges<Cursor> {
    try await source.changes(in: region, since: cursor, reader)
  }
}
