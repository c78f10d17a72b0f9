import Sectional
import SectionalPostgres
import SectionalSQL

/// Follows the journal that an application's triggers write on a PostgreSQL server.
struct ServerJournalSource: ChangeSource {
  typealias Store = PostgresStore

  let store: PostgresStore

  func run(_ doorbell: Doorbell) async throws {
    try await store.changeSource().run(doorbell)
  }

  func changes(
    in region: TableRegion, since cursor: String?, _ reader: PostgresReader
  ) async throws -> StoreChanges<String> {
    let snapshots = try await reader.fetch(
      ResultsRequest<StoredRow>(
        sql: "SELECT pg_current_snapshot()::text AS snapshot", key: ["snapshot"]))
    guard case .text(let next)? = snapshots.first?["snapshot"] else {
      return StoreChanges(.everything(reason: "the server has no snapshot"), next: nil)
    }
    guard let cursor else { return StoreChanges(.nothing, next: next) }
    let entries = try await reader.fetch(
      ResultsRequest<StoredRow>(
        sql: """
          SELECT DISTINCT name, item FROM journal
          WHERE xid >= pg_snapshot_xmin(?::pg_snapshot)
            AND NOT pg_visible_in_snapshot(xid, ?::pg_snapshot)
          """,
        arguments: [cursor, cursor], key: ["name", "item"]))
    var tables: [String: ChangedTable] = [:]
    for entry in entries {
      guard case .text(let name)? = entry["name"], region.tables?.contains(name) ?? true,
        let item = entry["item"]
      else { continue }
      tables[name, default: ChangedTable(keys: [])].keys.insert(RowKey([item]))
    }
    return StoreChanges(.tables(tables), next: next)
  }
}
