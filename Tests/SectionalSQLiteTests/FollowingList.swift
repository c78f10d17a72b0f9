import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting

/// Owns a list over a file, and lets a test wait for what it hears.
actor FollowingList {
  private let controller: ResultsController<Row>
  private let recorder = ListRecorder()

  init(
    _ store: SQLiteStore, _ request: FetchRequest<Row>, sectionBy section: String? = nil,
    changes: (any ChangeSource<SQLiteStore>)? = nil
  ) async throws {
    controller = ResultsController(
      fetchRequest: request, store: store,
      sectionBy: section.map { SectionKey.column($0) }, changes: changes)
    try await start()
  }

  private func start() async throws {
    controller.changesetDelegate = recorder
    try await controller.performFetch()
  }

  /// The sections, each with its name and the text of a column of its rows.
  func picture(_ column: String) -> [String] {
    controller.results.map { section in
      let words = section.map { row in
        if case .text(let text)? = row[column] { text } else { "?" }
      }
      return "\(section.name): \(words.joined(separator: " "))"
    }
  }

  var results: SectionedResults<Row> { controller.results }
  var version: String? { controller.version }
  var diagnostics: ResultsDiagnostics { controller.diagnostics }
  var changesets: [ResultsChangeset<Row>] { recorder.changesets }
  var errors: [StoreError] { recorder.errors }

  /// Fetches again.
  func fetchAgain() async throws { try await controller.performFetch() }

  /// Stops following.
  func stop() { controller.stop() }

  /// The identities of the rows, in order.
  var keys: [RowKey] { controller.results.rows.map(\.key) }

  /// Waits until a condition holds.
  func wait(until condition: @Sendable (isolated FollowingList) -> Bool) async throws {
    let deadline = ContinuousClock.now + LawSuite.patience
    while !condition(self) {
      guard ContinuousClock.now < deadline else { throw Impatience() }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// What was waited for did not come.
  struct Impatience: Error {}
}

/// Gathers what a list tells.
final class ListRecorder: ResultsChangesetDelegate {
  private(set) var changesets: [ResultsChangeset<Row>] = []
  private(set) var errors: [StoreError] = []

  func controller(
    _ controller: ResultsController<Row>, didChangeContentWith changeset: ResultsChangeset<Row>
  ) {
    changesets.append(changeset)
  }

  func controller(_ controller: ResultsController<Row>, didChangeStatus status: ResultsStatus) {
    if case .stale(let error) = status { errors.append(error) }
  }
}
