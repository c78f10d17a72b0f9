import Sectional
import SectionalTesting
import TestSupport

/// A followed list with a limit, each of whose change sets is replayed and checked when it arrives.
@MainActor final class CheckedItems {
  let controller: ResultsController<Item>
  private let recorder: Recorder

  init(_ store: TestStore, _ window: WindowCase) async throws {
    controller = store.list(window.request, sectionBy: window.section)
    recorder = Recorder(window.order)
    controller.changesetDelegate = recorder
    try await controller.performFetch()
    recorder.shown = ListPicture(of: controller.results)
  }

  /// Throws if a change set was wrong, or doesn't lead to what the list shows.
  func check() throws {
    if let violation = recorder.violation { throw violation }
    guard recorder.shown == ListPicture(of: controller.results) else {
      throw LawViolation(.replay, "the change sets don't lead to what the list shows")
    }
  }

  /// The sections' names with the ids of their rows.
  var picture: [String] {
    controller.results.map { section in
      ([section.name + ":"] + section.map { "\($0.id)" }).joined(separator: " ")
    }
  }
}

private final class Recorder: ResultsChangesetDelegate {
  private let order: ([OracleValue]) -> [OracleValue]
  var shown = ListPicture([])
  private(set) var violation: LawViolation?

  init(_ order: @escaping ([OracleValue]) -> [OracleValue]) { self.order = order }

  func controller(
    _ controller: ResultsController<Item>,
    didChangeContentWith changeset: ResultsChangeset<Item>
  ) {
    let after = ListPicture(of: changeset.after)
    defer { shown = after }
    do throws(LawViolation) {
      guard ListPicture(of: changeset.before) == shown else {
        throw LawViolation(.consistent, "the change set begins with another list")
      }
      try ChangeCheck(before: shown, after: after, order: order)
        .run(FullForm(changeset), changeset.tableUpdates)
    } catch {
      violation = violation ?? error
    }
  }
}

extension ListPicture {
  /// Creates a picture of items.
  fileprivate init(of results: ResultsList<Item>) {
    self.init(
      results.map { section in
        Section(
          key: OracleValue(section.key), name: section.name,
          rows: section.map { item in
            let team = item.team.map(StoredValue.text) ?? .null
            return Row(
              id: [.integer(item.id)],
              cells: [.integer(item.id), OracleValue(.text(item.name)), OracleValue(team)])
          })
      })
  }
}
