import Foundation
package import Sectional
package import SectionalTesting

/// A list of rows, which is followed if it tracks changes; what doesn't is read on its own.
///
/// Each of its change sets is replayed when it arrives: as a full form, and on a table view without a screen.
@MainActor package final class ReplayedList<Record: Sendable> {
  package let controller: ResultsController<Record>
  private let recorder: ReplayingRecorder<Record>

  /// Opens a list.
  ///
  /// - Parameters:
  ///   - request: The list's request.
  ///   - store: The store.
  ///   - section: How its rows are grouped.
  ///   - tracksChanges: Whether it is followed.
  ///   - picture: Returns what a list shows.
  /// - Throws: What the first fetch throws.
  package init(
    _ request: ResultsRequest<Record>, _ store: some ResultsStore,
    sectionBy section: SectionKey<Record>?, tracksChanges: Bool = true,
    picture: @escaping (ResultsList<Record>) -> ListPicture
  ) async throws {
    recorder = ReplayingRecorder(picture)
    controller = ResultsController(
      fetchRequest: request, store: store, sectionBy: section, tracksChanges: tracksChanges)
    controller.changesetDelegate = recorder
    try await controller.performFetch()
    recorder.shown = picture(controller.results)
  }

  /// What the change sets so far have led to.
  package var shown: ListPicture { recorder.shown }
  package var changesets: Int { recorder.changesets }
  package var violation: LawViolation? { recorder.violation }

  /// Throws if a change set couldn't be replayed, or if they don't lead to what the list shows.
  package func check() throws(LawViolation) {
    if let violation { throw violation }
    guard shown == recorder.picture(controller.results) else {
      throw LawViolation(.replay, "the change sets don't lead to the list")
    }
  }

  /// The error of the last read, if it failed.
  package var error: StoreError? { controller.error }

  /// The sections' names with the identities of their rows.
  package var picture: [String] {
    controller.results.map { section in
      "\(section.name): \(section.rows.keys.flatMap(\.values).map(\.shortText).joined(separator: " "))"
    }
  }

  /// Waits until a condition holds.
  package func wait(until condition: () -> Bool) async throws {
    do {
      try await TestSupport.wait(for: "what the list should show") { condition() }
    } catch is Tardiness {
      throw LawViolation(.fresh, "timed out; the list shows \(picture)")
    }
  }
}

/// A list of rows whose change sets are replayed.
package typealias RecordedList = ReplayedList<StoredRow>

extension RecordedList {
  /// Opens a list.
  package convenience init(
    _ request: ResultsRequest<StoredRow>, _ store: some ResultsStore,
    sectionBy section: SectionKey<StoredRow>?, tracksChanges: Bool = true
  ) async throws {
    try await self.init(
      request, store, sectionBy: section, tracksChanges: tracksChanges, picture: ListPicture.init)
  }
}

extension StoredValue {
  var shortText: String { if case .integer(let id) = self { "\(id)" } else { "?" } }
}

/// Replays every change set.
private final class ReplayingRecorder<Record: Sendable>: ResultsChangesetDelegate {
  var shown = ListPicture([])
  let picture: (ResultsList<Record>) -> ListPicture
  private(set) var changesets = 0
  private(set) var violation: LawViolation?

  init(_ picture: @escaping (ResultsList<Record>) -> ListPicture) { self.picture = picture }

  func controller(
    _ controller: ResultsController<Record>,
    didChangeContentWith changeset: ResultsChangeset<Record>
  ) {
    changesets += 1
    let after = picture(changeset.after)
    do {
      var replay = FullFormReplay(shown)
      try replay.apply(FullForm(changeset), leadingTo: after)
      try ChangeCheck(before: shown, after: after) { $0 }.simulate(changeset.tableUpdates)
    } catch {
      violation = violation ?? error
    }
    shown = after
  }
}
