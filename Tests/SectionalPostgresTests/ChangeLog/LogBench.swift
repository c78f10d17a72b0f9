import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// A list over a table whose changes the database logs, and a stranger who writes to it.
///
/// The list looks when it is told to, unless it is to follow by itself.
@MainActor final class LogBench {
  // The database goes before its server.
  let database: ScratchServerDatabase
  private let cluster: PostgresCluster?
  let store: PostgresStore
  let request: ResultsRequest<StoredRow>
  let list: ResultsController<StoredRow>
  private let recorder = ToldChanges<StoredRow>()

  /// Makes the tables, installs the change log and fetches the list.
  ///
  /// - Parameters:
  ///   - sql: What makes the tables.
  ///   - table: The table that is listed.
  ///   - tables: Those whose changes are logged.
  ///   - notifies: Whether listeners are notified.
  ///   - following: How the list follows by itself; it doesn't without it.
  ///   - cluster: The server, where it is not the shared one.
  ///   - preparation: SQL to run between installing and fetching.
  /// - Throws: What the server, or the list, has to complain about.
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

  /// Lets the stranger run SQL, and then the list look.
  func write(_ sql: String) async throws {
    try await database.write(sql)
    try await list.refresh()
  }

  /// Returns how many changes of each kind the list told of since the last time.
  func told() -> [String: Int] { recorder.take() }

  /// Whether the list shows what a fetch shows that knows nothing of the log.
  func showsTruth() async throws -> Bool {
    let rows = try await store.read { [request] in try await $0.fetch(request) }
    return Array(list.fetchedObjects) == rows
  }

  /// Makes sure that the list shows the truth, and how often it has read every row for that if that matters.
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

  /// Returns what holds for a table.
  func status(of table: String = "item") async throws -> PostgresChangeLogStatus? {
    try await store.changeLogStatus(of: [table])[table]
  }
}

/// Counts the changes that a list tells of.
final class ToldChanges<Record: Sendable>: ResultsChangesetDelegate {
  private var counts: [String: Int] = [:]

  func controller(
    _ controller: ResultsController<Record>,
    didChangeContentWith changeset: ResultsChangeset<Record>
  ) {
    for change in changeset.rowChanges { counts["\(change.kind)", default: 0] += 1 }
  }

  /// Returns how many there were of each kind since the last time.
  func take() -> [String: Int] {
    defer { counts = [:] }
    return counts
  }
}
