import Foundation
import Sectional
import SectionalTesting
import TestSupport

/// A followed list with a window of a few blocks of two rows, each of whose change sets is replayed and checked against the
/// items that a loop sorts.
@MainActor final class CheckedLongList {
  let controller: ResultsController<Item>
  private let window: WindowCase
  private let recorder: LongListRecorder

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - store: The store of the items.
  ///   - window: The order and the sections.
  ///   - rows: The number of rows to hold.
  ///   - counting: How the list counts its rows.
  init(_ store: TestStore, _ window: WindowCase, holding rows: Int, _ counting: CountingOptions) {
    var request = window.request
    request.fetchWindowSize = rows
    controller = store.list(request, sectionBy: window.section)
    controller.shape = RowTreeShape(blockRows: 2, blockBytes: 4096, fanOut: 4)
    controller.counting = counting
    self.window = window
    recorder = LongListRecorder(window)
    controller.changesetDelegate = recorder
  }

  func fetch(_ items: [Int64: Item]) async throws {
    recorder.truth = window.sorted(items.values)
    try await controller.performFetch()
    recorder.begin(with: controller.results)
  }

  /// Notes what the items will be after the next commit.
  func note(_ items: [Int64: Item]) { recorder.truth = window.sorted(items.values) }

  /// Throws if a change set was wrong, or if the list shows anything but the first of the items.
  func check() throws {
    if let violation = recorder.violation { throw violation }
    try recorder.check(controller.results)
    recorder.settle()
  }

  /// Waits until all rows are counted.
  func finishCounting() async throws {
    let controller = controller
    try await wait(for: "all rows to be counted") {
      controller.results.counting?.isComplete == true
    }
  }

  /// The number of resets that were delivered.
  var resets: Int { recorder.resets }

  /// The number of rows that are held.
  var heldCount: Int { controller.results.rows.keys.count }
}

/// The items that a list shows, as a loop groups them.
private struct ItemPicture {
  let items: [Item]
  private let isSectioned: Bool
  let sections: [(name: String, items: ArraySlice<Item>)]

  init(_ items: [Item], _ window: WindowCase) {
    self.items = items
    isSectioned = window.isSectioned
    guard window.isSectioned else {
      sections = [("", items[...])]
      return
    }
    var (sections, rest) = ([(String, ArraySlice<Item>)](), items[...])
    while let first = rest.first {
      let own = rest.prefix { $0.team == first.team }
      sections.append((first.team ?? "", own))
      rest = rest[own.endIndex...]
    }
    self.sections = sections
  }

  /// Throws if a list has other sections, or holds other rows.
  func check(_ results: ResultsList<Item>) throws(LawViolation) {
    guard results.map(\.count) == sections.map(\.items.count),
      results.map(\.name) == sections.map(\.name)
    else {
      throw LawViolation(
        .fresh,
        "\(results.map { "\($0.name): \($0.count)" }), and not "
          + "\(sections.map { "\($0.name): \($0.items.count)" })")
    }
    for (section, own) in sections.enumerated() {
      for (place, item) in own.items.enumerated() {
        let path = IndexPath(indexes: [section, place])
        if let row = results.row(ifLoaded: path), row != item {
          throw LawViolation(.fresh, "\(row) is at \(path), and not \(item)")
        }
        let known = results.indexPath(forKey: RowKey([.integer(item.id)]))
        if let known, known != path {
          throw LawViolation(.consistent, "item \(item.id) is said to be at \(known), not \(path)")
        }
      }
    }
  }

  /// The picture, with those contents that a list has loaded or, of the others, those that another one has.
  func picture(_ item: (Item) -> Item) -> ListPicture {
    ListPicture(
      sections.map { section in
        .init(
          key: OracleValue(
            isSectioned ? section.items.first?.team.map(StoredValue.text) ?? .null : .null),
          name: section.name,
          rows: section.items.map {
            let item = item($0)
            let team = item.team.map(StoredValue.text) ?? .null
            return .init(
              id: [.integer(item.id)],
              cells: [.integer(item.id), OracleValue(.text(item.name)), OracleValue(team)])
          })
      })
  }
}

private final class LongListRecorder: ResultsChangesetDelegate {
  private let window: WindowCase
  /// The items as they are or will be after the next commit, in order, and as they were before.
  var truth: [Item] = []
  private var known: [Item] = []
  /// What the list may show: a step of counting can come before a commit is seen, and looks like one after it.
  private var candidates: [[Item]] = []
  private(set) var violation: LawViolation?
  private(set) var resets = 0

  init(_ window: WindowCase) { self.window = window }

  func begin(with results: ResultsList<Item>) {
    known = truth
    candidates = [Array(truth.prefix(results.numberOfObjects))]
  }

  /// Notes that the list shows the items as they are.
  func settle() { known = truth }

  /// Throws if a list shows anything but the first items.
  func check(_ results: ResultsList<Item>) throws(LawViolation) {
    let shown = Array(truth.prefix(results.numberOfObjects))
    try ItemPicture(shown, window).check(results)
    // The contents of a row that isn't held can change unnoticed.
    guard candidates.contains(where: { $0.map(\.id) == shown.map(\.id) }) else {
      throw LawViolation(.replay, "the change sets don't lead to what the list shows")
    }
    candidates = [shown]
  }

  func controller(
    _ controller: ResultsController<Item>, didLoadRowsAt indexPaths: [IndexPath]
  ) {
    for path in indexPaths where controller.results.row(ifLoaded: path) == nil {
      violation = violation ?? LawViolation(.consistent, "the row at \(path) isn't loaded")
    }
  }

  func controller(
    _ controller: ResultsController<Item>,
    didChangeContentWith changeset: ResultsChangeset<Item>
  ) {
    if changeset.isReset { resets += 1 }
    var (next, problem) = ([[Item]](), LawViolation?.none)
    for truth in known == truth ? [truth] : [truth, known] {
      let after = Array(truth.prefix(changeset.after.numberOfObjects))
      for shown in candidates {
        do throws(LawViolation) {
          try check(changeset, from: shown, to: ItemPicture(after, window))
          if !next.contains(after) { next.append(after) }
        } catch {
          problem = problem ?? error
        }
      }
    }
    if next.isEmpty { violation = violation ?? problem }
    candidates = next
  }

  private func check(
    _ changeset: ResultsChangeset<Item>, from shown: [Item], to after: ItemPicture
  ) throws(LawViolation) {
    try after.check(changeset.after)
    guard !changeset.isReset else {
      guard changeset.rowChanges.isEmpty, changeset.appendedRows.isEmpty,
        changeset.tableUpdates.needsReload
      else { throw LawViolation(.consistent, "a reset has changes") }
      return
    }
    let appended = changeset.appendedRows.reduce(0) { $0 + $1.items.count }
    let middle = ItemPicture(Array(after.items.dropLast(appended)), window)
    try changes(changeset, from: shown, to: middle)
    try appendedRows(changeset, from: middle, to: after)
    try ChangeCheck(
      before: ItemPicture(shown, window).picture(seen(shown, changeset)),
      after: after.picture(seen(shown, changeset)), order: window.order
    ).simulate(changeset.tableUpdates)
  }

  private func changes(
    _ changeset: ResultsChangeset<Item>, from shown: [Item], to middle: ItemPicture
  ) throws(LawViolation) {
    var form = FullForm(changeset)
    form.sectionInserts.removeAll { $0 >= middle.sections.count }
    try ChangeCheck(
      before: ItemPicture(shown, window).picture(seen(shown, changeset)),
      after: middle.picture(seen(shown, changeset)), order: window.order
    ).run(form)
  }

  private func appendedRows(
    _ changeset: ResultsChangeset<Item>, from middle: ItemPicture, to after: ItemPicture
  ) throws(LawViolation) {
    var paths: [[Int]] = []
    for range in changeset.appendedRows {
      guard range.isInInsertedSection == changeset.sectionInserts.contains(range.section) else {
        throw LawViolation(.replay, "appended rows are in another kind of section")
      }
      paths += range.items.map { [range.section, $0] }
    }
    var expected: [[Int]] = []
    for (section, own) in after.sections.enumerated() {
      let before = section < middle.sections.count ? middle.sections[section].items.count : 0
      expected += (before..<own.items.count).map { [section, $0] }
    }
    guard paths == expected else {
      throw LawViolation(.replay, "\(paths) were appended, and not \(expected)")
    }
  }

  /// Rows whose contents weren't held before and after aren't reported as updated.
  private func seen(
    _ shown: [Item], _ changeset: ResultsChangeset<Item>
  ) -> (Item) -> Item {
    let told = Set(changeset.rowChanges.map(\.key))
    let old = Dictionary(shown.map { ($0.id, $0) }) { first, _ in first }
    return { item in
      let key = RowKey([.integer(item.id)])
      guard !told.contains(key) else { return item }
      let isSeen =
        changeset.before.object(forKey: key) != nil && changeset.after.object(forKey: key) != nil
      return isSeen ? item : old[item.id] ?? item
    }
  }
}
