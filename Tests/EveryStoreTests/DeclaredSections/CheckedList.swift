import Foundation
import Sectional
import SectionalTesting
import TestSupport

/// A followed list of items by team, each of whose change sets is replayed and checked when it arrives.
@MainActor final class CheckedList {
  let controller: ResultsController<StoredRow>
  private let store: TestStore
  private let recorder = CheckingRecorder()

  static let request = ResultsRequest<StoredRow>(
    source: .table("item"), sortBy: [SortKey(.column("name"))])

  init(
    _ store: TestStore, _ section: SectionKey<StoredRow>?,
    _ request: ResultsRequest<StoredRow> = CheckedList.request
  ) async throws {
    self.store = store
    controller = store.list(request, sectionBy: section)
    controller.changesetDelegate = recorder
    try await controller.performFetch()
    recorder.shown = ListPicture(controller.results)
  }

  /// Writes in one transaction, waits for the list, and returns the changes.
  @discardableResult func write(
    _ body: (inout RecordBatch) throws -> Void
  ) async throws -> [ResultsChangeset<StoredRow>] {
    try await store.write(body)
    try await store.settle(controller)
    return try take()
  }

  /// Groups the list otherwise, and returns the changes; these may name more sections than necessary.
  @discardableResult func regroup(
    by section: SectionKey<StoredRow>?, _ request: ResultsRequest<StoredRow> = CheckedList.request
  ) async throws -> [ResultsChangeset<StoredRow>] {
    recorder.checksMinimality = false
    defer { recorder.checksMinimality = true }
    try await controller.setRequest(request, sectionBy: section)
    return try take()
  }

  /// Returns the changes since the last time, and throws if one of them was wrong.
  func take() throws -> [ResultsChangeset<StoredRow>] {
    if let violation = recorder.violation { throw violation }
    guard recorder.shown == ListPicture(controller.results) else {
      throw LawViolation(.replay, "the change sets don't lead to what the list shows")
    }
    defer { recorder.changesets = [] }
    return recorder.changesets
  }

  /// The sections' names with the ids of their rows.
  var picture: [String] { CheckedList.picture(controller.results) }

  static func picture(_ results: ResultsList<StoredRow>) -> [String] {
    results.map { section in
      let ids = section.rows.keys.flatMap(\.values).map { id in
        if case .integer(let id) = id { "\(id)" } else { "?" }
      }
      return ([section.name + ":"] + ids).joined(separator: " ")
    }
  }
}

/// Checks every change set: replayed, on a table view, and that it reports no more than necessary.
private final class CheckingRecorder: ResultsChangesetDelegate {
  var shown = ListPicture([])
  var changesets: [ResultsChangeset<StoredRow>] = []
  var checksMinimality = true
  private(set) var violation: LawViolation?

  func controller(
    _ controller: ResultsController<StoredRow>,
    didChangeContentWith changeset: ResultsChangeset<StoredRow>
  ) {
    changesets.append(changeset)
    let after = ListPicture(changeset.after)
    defer { shown = after }
    do throws(LawViolation) {
      let (form, updates) = (FullForm(changeset), changeset.tableUpdates)
      guard ListPicture(changeset.before) == shown else {
        throw LawViolation(.consistent, "the change set begins with another list")
      }
      if checksMinimality {
        // The cells are the id, the name and the team.
        try ChangeCheck(before: shown, after: after) { [$0[2], $0[1]] }.run(form, updates)
      } else {
        var replay = FullFormReplay(shown)
        try replay.apply(form, leadingTo: after)
        try ChangeCheck(before: shown, after: after) { $0 }.simulate(updates)
      }
    } catch {
      violation = violation ?? error
    }
  }
}
