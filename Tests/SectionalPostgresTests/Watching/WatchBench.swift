import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// A list over its own server whose table has a change log, and another program that writes to it.
@MainActor final class WatchBench {
  let cluster: PostgresCluster
  let store: PostgresStore
  let list: ResultsController<StoredRow>
  private let recorder = StatusRecorder()
  private var shell: PostgresShell

  /// Creates the table, installs its change log, and opens the list.
  ///
  /// - Parameters:
  ///   - notifies: Whether commits notify listeners.
  ///   - checkInterval: How often to check the server if commits notify, by default too seldom to matter.
  ///   - pollInterval: How often to poll the server if they don't.
  ///   - parameters: What to append to the URL of the list's store.
  ///   - prepare: What to do with the server first.
  /// - Throws: Any error of the server.
  init(
    notifies: Bool = true, checkInterval: Duration = .seconds(3600),
    pollInterval: Duration = .milliseconds(20), parameters: String = "",
    prepare: (PostgresCluster) async throws -> Void = { _ in }
  ) async throws {
    cluster = try await PostgresCluster()
    shell = try PostgresShell(url: cluster.url)
    try await shell.execute(
      """
      CREATE TABLE item(id bigint PRIMARY KEY, team text, name text);
      INSERT INTO item SELECT n, 'team ' || n % 3, 'name ' || n FROM generate_series(1, 30) n
      """)
    try await PostgresStore(cluster.url).installChangeLog(for: ["item"], notifying: notifies)
    try await prepare(cluster)
    store = try PostgresStore(
      cluster.url + parameters, connectionLimit: 2, pollInterval: pollInterval,
      checkInterval: checkInterval)
    list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item", sortBy: [SortKey(.column("name"))]),
      store: store,
      sectionBy: .column("team"))
    list.changesetDelegate = recorder
    try await list.performFetch()
  }

  /// The list's statuses so far, as words.
  var statuses: [String] { recorder.words }

  /// Reconnects the other program after its server was away.
  func reconnect() throws { shell = try PostgresShell(url: cluster.url) }

  func write(_ sql: String) async throws { try await shell.execute(sql) }

  /// Waits until the store listens for the list.
  func listening() async throws {
    try await wait {
      try await count(
        "pg_stat_activity WHERE query ~ '^LISTEN sectional_[0-9]|pg_listening_channels' AND application_name LIKE '% listener' AND state = 'idle'"
      )
        > 0
    }
  }

  /// Returns the number of rows in a source.
  func count(_ source: String) async throws -> Int {
    let rows = try await shell.rows(["n"], from: "(SELECT count(*) AS n FROM \(source)) AS counted")
    guard case .integer(let count)? = rows.first?.first else { return 0 }
    return Int(count)
  }

  /// Waits until the list shows what the other program reads.
  func agreement(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let truth = try await shell.rows(
      ["id", "name"], from: "item ORDER BY team COLLATE \"C\", name COLLATE \"C\", id"
    )
    .map { "\($0)" }
    try? await wait { list.isCurrent && shown == truth }
    #expect(shown == truth, "\(list.status)", sourceLocation: sourceLocation)
    #expect(list.isCurrent, "\(list.status)", sourceLocation: sourceLocation)
  }

  private var shown: [String] {
    list.results.rows.map { row in
      "\([row["id"], row["name"]].map { OracleValue($0 ?? .null) })"
    }
  }
}

/// Records the statuses of a list.
private final class StatusRecorder: ResultsChangesetDelegate {
  private(set) var words: [String] = []

  func controller(
    _ controller: ResultsController<StoredRow>,
    didChangeContentWith changeset: ResultsChangeset<StoredRow>
  ) {}

  func controller(_ controller: ResultsController<StoredRow>, didChangeStatus status: ResultsStatus)
  {
    switch status {
    case .idle: words.append("idle")
    case .loading: words.append("loading")
    case .current: words.append("current")
    case .stale: words.append("stale")
    case .reconnecting: words.append("reconnecting")
    }
  }
}
