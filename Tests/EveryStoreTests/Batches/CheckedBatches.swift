import Foundation
import Sectional
import SectionalTesting
import TestSupport

/// A followed list with batches, each of whose change sets is replayed and checked when it arrives.
@MainActor final class CheckedBatches {
  let controller: ResultsController<Item>
  private let recorder: BatchRecorder

  /// Creates a list of items whose blocks have two rows, and which keeps the contents of a few rows.
  init(_ store: TestStore, _ window: WindowCase, batchSize: Int, keeping most: Int) {
    var request = window.request
    request.fetchBatchSize = batchSize
    controller = store.list(request, sectionBy: window.section)
    controller.shape = RowTreeShape(blockRows: 2, blockBytes: 4096, fanOut: 4)
    controller.mostLoadedRows = most
    recorder = BatchRecorder(window.order)
    controller.changesetDelegate = recorder
  }

  func fetch(_ items: [Int64: Item]) async throws {
    try await controller.performFetch()
    recorder.truth = items
    recorder.picture = LoadedPicture(controller.results)
    recorder.settle()
  }

  /// Notes what the items are from now on.
  func note(_ items: [Int64: Item]) { recorder.truth = items }

  /// Throws if a change set was wrong, or doesn't lead to what the list shows, or if contents aren't those of the items.
  func check() throws {
    if let violation = recorder.violation { throw violation }
    let picture = LoadedPicture(controller.results)
    guard recorder.picture.sections == picture.sections else {
      throw LawViolation(.replay, "the change sets don't lead to what the list shows")
    }
    for (id, item) in picture.loaded where recorder.truth[id] != item {
      throw LawViolation(.fresh, "item \(id) is \(item)")
    }
    recorder.settle()
  }

  /// The sections' names with the ids of their rows.
  var picture: [String] {
    LoadedPicture(controller.results).sections.map { section in
      ([section.name + ":"] + section.ids.map { "\($0)" }).joined(separator: " ")
    }
  }

  /// The number of rows with contents.
  var loadedCount: Int { LoadedPicture(controller.results).loaded.count }
}

/// The ids of all rows, and those items whose contents are loaded.
struct LoadedPicture {
  struct Section: Equatable {
    let key: StoredValue
    let name: String
    let ids: [Int64]
  }

  let sections: [Section]
  var loaded: [Int64: Item] = [:]

  init(_ results: ResultsList<Item>) {
    sections = results.map { section in
      Section(
        key: section.key, name: section.name,
        ids: section.rows.keys.compactMap { key in
          guard case .integer(let id)? = key.values.first else { return nil }
          return id
        })
    }
    for (index, section) in sections.enumerated() {
      for (position, id) in section.ids.enumerated() {
        loaded[id] = results.row(ifLoaded: IndexPath(indexes: [index, position]))
      }
    }
  }
}

private final class BatchRecorder: ResultsChangesetDelegate {
  private let order: ([OracleValue]) -> [OracleValue]
  /// The items as they are, and as they were when the list last changed.
  var truth: [Int64: Item] = [:]
  private(set) var known: [Int64: Item] = [:]
  var picture = LoadedPicture(ResultsController.none.results)
  private(set) var violation: LawViolation?

  init(_ order: @escaping ([OracleValue]) -> [OracleValue]) { self.order = order }

  /// Notes that the list shows the items as they are.
  func settle() { known = truth }

  func controller(
    _ controller: ResultsController<Item>, didLoadRowsAt indexPaths: [IndexPath]
  ) {
    for path in indexPaths where controller.results.row(ifLoaded: path) == nil {
      violation = violation ?? LawViolation(.consistent, "the row at \(path) isn't loaded")
    }
    let loaded = LoadedPicture(controller.results)
    if loaded.sections != picture.sections {
      violation = violation ?? LawViolation(.consistent, "loading rows changed the list")
    }
    picture = loaded
  }

  func controller(
    _ controller: ResultsController<Item>,
    didChangeContentWith changeset: ResultsChangeset<Item>
  ) {
    let (before, after) = (LoadedPicture(changeset.before), LoadedPicture(changeset.after))
    defer { picture = after }
    let told = Set(changeset.rowChanges.map(\.key))
    /// Rows whose contents weren't loaded before and after aren't reported as updated.
    let unseen = { (id: Int64) in
      (before.loaded[id] == nil || after.loaded[id] == nil)
        && !told.contains(RowKey([.integer(id)]))
    }
    do throws(LawViolation) {
      guard before.sections == picture.sections else {
        throw LawViolation(.consistent, "the change set begins with another list")
      }
      try ChangeCheck(
        before: ListPicture(before) { known[$0] },
        after: ListPicture(after) { unseen($0) ? known[$0] : truth[$0] }, order: order
      ).run(FullForm(changeset), changeset.tableUpdates)
    } catch {
      violation = violation ?? error
    }
  }
}

extension ListPicture {
  fileprivate init(_ picture: LoadedPicture, _ item: (Int64) -> Item?) {
    self.init(
      picture.sections.map { section in
        Section(
          key: OracleValue(section.key), name: section.name,
          rows: section.ids.map { id in
            let item = item(id)
            let team = (item?.team).map(StoredValue.text) ?? .null
            return Row(
              id: [.integer(id)],
              cells: [.integer(id), OracleValue(.text(item?.name ?? "")), OracleValue(team)])
          })
      })
  }
}

extension ResultsController<Item> {
  /// A list that nobody fetched.
  fileprivate static var none: ResultsController<Item> {
    ResultsController(fetchRequest: .byName, store: MemoryStore())
  }
}
