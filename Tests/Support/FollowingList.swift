package import Sectional

/// Owns a list on its own actor, and lets a test wait for what it reports.
package actor FollowingList {
  private let controller: ResultsController<StoredRow>
  private let recorder = ChangesetRecorder<StoredRow>()

  package init<Base: ResultsStore>(
    _ store: Base, _ request: ResultsRequest<StoredRow>, sectionBy section: String? = nil,
    changes: (any ChangeSource<Base>)? = nil
  ) async throws {
    controller = ResultsController(
      fetchRequest: request, store: store,
      sectionBy: section.map { SectionKey.column($0) }, changes: changes)
    try await start()
  }

  /// Creates a list over a store of any kind.
  package init(
    _ store: TestStore, _ request: ResultsRequest<StoredRow>, sectionBy section: String? = nil
  ) async throws {
    controller = store.list(request, sectionBy: section.map { SectionKey.column($0) })
    try await start()
  }

  private func start() async throws {
    controller.changesetDelegate = recorder
    try await controller.performFetch()
  }

  /// The sections, each with its name and the text of a column of its rows.
  package func picture(_ column: String) -> [String] {
    controller.results.map { section in
      let words = section.map { row in
        if case .text(let text)? = row[column] { text } else { "?" }
      }
      return "\(section.name): \(words.joined(separator: " "))"
    }
  }

  package var results: ResultsList<StoredRow> { controller.results }
  package var version: String? { controller.version }
  package var diagnostics: ResultsDiagnostics { controller.diagnostics }
  package var changesets: [ResultsChangeset<StoredRow>] { recorder.changesets }
  package var errors: [StoreError] { recorder.errors }

  /// Fetches again.
  package func fetchAgain() async throws { try await controller.performFetch() }

  /// Waits until the list shows what the store holds now.
  package func refresh() async throws { try await controller.refresh() }

  /// Stops following.
  package func stop() { controller.stop() }

  /// The identities of the rows, in order.
  package var keys: [RowKey] { controller.results.rows.map(\.key) }

  /// Waits until a condition holds.
  package nonisolated func wait(
    until condition: @Sendable (isolated FollowingList) -> Bool
  ) async throws {
    try await TestSupport.wait(for: "what the list should show") { await condition(self) }
  }
}
