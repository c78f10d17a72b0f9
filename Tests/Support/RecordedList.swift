import Foundation
package import Sectional
package import SectionalTesting

/// A list of rows, which is followed if it tracks changes; what doesn't is read on its own.
///
/// Each of its change sets is replayed when it arrives: as a full form, and on a table view without a screen.
@MainActor package final class RecordedList {
  package let controller: ResultsController<StoredRow>
  private let recorder = ReplayingRecorder()

  package init(
    _ request: ResultsRequest<StoredRow>, _ store: some ResultsStore,
    sectionBy section: SectionKey<StoredRow>?, tracksChanges: Bool = true
  ) async throws {
    controller = ResultsController(
      fetchRequest: request, store: store, sectionBy: section, tracksChanges: tracksChanges)
    controller.changesetDelegate = recorder
    try await controller.performFetch()
    recorder.shown = ListPicture(controller.results)
  }

  /// What the change sets so far have led to.
  package var shown: ListPicture { recorder.shown }
  package var changesets: Int { recorder.changesets }
  package var violation: LawViolation? { recorder.violation }

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

extension StoredValue {
  fileprivate var shortText: String { if case .integer(let id) = self { "\(id)" } else { "?" } }
}

/// Replays every change set.
private final class ReplayingRecorder: ResultsChangesetDelegate {
  var shown = ListPicture([])
  private(set) var changesets = 0
  private(set) var violation: LawViolation?

  func controller(
    _ controller: ResultsController<StoredRow>,
    didChangeContentWith changeset: ResultsChangeset<StoredRow>
  ) {
    changesets += 1
    let after = ListPicture(changeset.after)
    do {
      var replay = FullFormReplay(shown)
      try replay.apply(FullForm(changeset), leadingTo: after)
      try simulate(changeset.tableUpdates, leadingTo: after)
    } catch {
      violation = violation ?? error
    }
    shown = after
  }

  private func simulate(
    _ updates: TableUpdates, leadingTo after: ListPicture
  ) throws(LawViolation) {
    var table = BatchUpdateSimulator(
      shown.sections.map { .init(header: $0.name, rows: $0.rows) })
    try table.apply(
      updates,
      asking: .init(
        numberOfRows: after.sections.map(\.rows.count), header: { after.sections[$0].name },
        row: { after.sections[$0[0]].rows[$0[1]] }))
    guard table.sections.map(\.header) == after.sections.map(\.name),
      table.sections.map(\.rows) == after.sections.map(\.rows)
    else { throw LawViolation(.replay, "the table view doesn't show the list: \(updates)") }
  }
}
