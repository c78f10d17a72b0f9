import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// A table with a change log that keeps old values, and a reader who asks from time to time what changed.
@MainActor final class OldRowBench {
  let database: ScratchServerDatabase
  let store: PostgresStore
  private let request: ResultsRequest<StoredRow>
  private let rowRequest: RowRequest
  private var cursor: PostgresStore.Source.Cursor?

  /// Creates the table `item`, installs the change log and looks for the first time.
  ///
  /// - Parameters:
  ///   - sql: The SQL that creates the table.
  ///   - columns: The columns whose old values are logged.
  ///   - cluster: The server's URL, or `nil` for the shared one.
  ///   - reader: The role that reads, or `nil` for the owner.
  /// - Throws: Any error of the server.
  init(
    _ sql: String, keeping columns: [String], on cluster: String? = nil, reader: String? = nil
  ) async throws {
    database = try await ScratchServerDatabase(sql, on: cluster)
    store = try database.store(reader.map { ["user": $0] } ?? [:])
    request = ResultsRequest<StoredRow>(table: "item")
    rowRequest = try request.rowRequest(sectionBy: nil)
    try await database.store().installChangeLog(
      for: ["item"], oldValuesOf: columns, notifying: false)
    _ = try await look()
  }

  /// Returns which rows changed since the last look.
  func look() async throws -> ChangedRows {
    let source = store.changeSource()
    let changes = try await store.read { [rowRequest, cursor] reader in
      try await reader.prepare(for: [rowRequest], since: cursor)
      let region = try await reader.layout(of: rowRequest).region
      return try await source.changes(in: region, since: cursor, reader)
    }
    cursor = changes.cursor
    return changes.rows
  }

  /// Runs SQL in another program, and returns which rows of the table changed and what they were before.
  func changed(by sql: String) async throws -> ChangedTable {
    try await database.write(sql)
    guard case .tables(let tables) = try await look() else {
      Issue.record("everything may have changed by \(sql)")
      return ChangedTable(keys: [])
    }
    return tables.values.first ?? ChangedTable(keys: [])
  }

  /// Returns the rows of the table as a list reads them.
  func rows() async throws -> [StoredRow] {
    try await store.read { [request] in try await $0.fetch(request) }
  }
}

extension OldRow {
  /// A row that existed, with a key and some other columns.
  static func row(
    _ id: StoredValue, _ others: KeyValuePairs<String, StoredValue>
  ) -> OldRow {
    var values = Dictionary(others.map { ($0.key, $0.value) }) { first, _ in first }
    values["id"] = id
    return .present(values)
  }
}
