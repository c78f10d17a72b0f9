import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// A list over a table with a change log, and another program that writes to it.
///
/// The list looks when it is told to, unless it follows by itself.
@MainActor final class LogBench {
  // The database must go before its server.
  let database: ScratchServerDatabase
  private let cluster: PostgresCluster?
  let store: PostgresStore
  let request: ResultsRequest<StoredRow>
  let list: ResultsController<StoredRow>
  private let recorder = ToldChanges<StoredRow>()

  /// Creates the tables, installs the change log and fetches the list.
  ///
  /// - Parameters:
  ///   - sql: The SQL that creates the tables.
  ///   - table: The table that is listed.
  ///   - tables: The tables whose changes are logged.
  ///   - notifies: Whether listeners are notified.
  ///   - following: How the list follows by itself, or `nil` if it doesn't.
  ///   - cluster: The server, or `nil` for the shared one.
  ///   - preparation: SQL to run between installing and fetching.
  /// - Throws: Any error of the server or the list.
  init(
    _ sql: String, listing table: String = "item", logging tables: [String] = ["item"],
    notifying notifies: Bool = false, following: PostgresFollowing? = nil,
    on cluster: PostgresCluster? = nil, preparation: String = ""
  ) async throws {
    self.cluster = cluster
    database = try await ScratchServerDatabase(sql, on: cluster?.url)
    store = try PostgresStore(
      database.url, connectionLimit: 2, following: following ?? .polling,
      pollInterval: .milliseconds(20), checkInterval: .seconds(3600))
    request = ResultsRequest<StoredRow>(table: table)
    let source: (any ChangeSource<PostgresStore>)? =
      following == nil ? SilentSource(of: store) : nil
    list = ResultsController(fetchRequest: request, store: store, changes: source)
    list.changesetDelegate = recorder
    if !tables.isEmpty { try await store.installChangeLog(for: tables, notifying: notifies) }
    if !preparation.isEmpty { try await database.write(preparation) }
    try await list.performFetch()
  }

  /// Runs SQL in the other program, and then makes the list look.
  func write(_ sql: String) async throws {
    try await database.write(sql)
    try await list.refresh()
  }

  /// Returns the number of changes of each kind that the list reported since the last time.
  func told() -> [String: Int] { recorder.take() }

  /// Returns whether the list shows what a fetch without the log shows.
  func showsTruth() async throws -> Bool {
    let rows = try await store.read { [request] in try await $0.fetch(request) }
    return Array(list.results.rows) == rows
  }

  /// Checks that the list shows the true rows and, optionally, how often it read all rows.
  func check(
    fullFetches: Int?, _ occasion: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let showsTruth = try await showsTruth()
    #expect(showsTruth, "\(occasion)", sourceLocation: sourceLocation)
    #expect(list.isCurrent, "\(occasion): \(list.status)", sourceLocation: sourceLocation)
    guard let fullFetches else { return }
    #expect(
      list.diagnostics.fullFetches == fullFetches,
      "\(occasion): \(list.diagnostics.fullFetchReason ?? "")", sourceLocation: sourceLocation)
  }

  /// Returns the status of a table's change log.
  func status(of table: String = "item") async throws -> ChangeLogStatus? {
    try await store.changeLogStatus(of: [table])[table]
  }
}

/// Counts the changes that a list reports.
final class ToldChanges<Record: Sendable>: ResultsChangesetDelegate {
  private var counts: [String: Int] = [:]

  func controller(
    _ controller: ResultsController<Record>,
    didChangeContentWith changeset: ResultsChangeset<Record>
  ) {
    for change in changeset.rowChanges { counts["\(change.kind)", default: 0] += 1 }
  }

  /// Returns the number of changes of each kind since the last time.
  func take() -> [String: Int] {
    defer { counts = [:] }
    return counts
  }
}
