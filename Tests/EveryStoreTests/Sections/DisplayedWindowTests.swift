import Foundation
import Sectional
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Lists that count their rows, and hide some or show sections as one: each change set leads from what is shown to what is shown
/// then.
@MainActor struct DisplayedWindowTests {
  @Test(arguments: 0..<12)
  func `rows are hidden and shown as ranges, beside commits`(seed: Int) async throws {
    let run = try await DisplayedWindow(seed: UInt64(seed))
    for step in 1...HistoryLength.steps(40) {
      try await run.advance()
      if let violation = run.violation {
        Issue.record("seed \(seed), step \(step): \(violation)")
        break
      }
    }
    await run.close()
  }
}

/// A list with a window, a loop over its rows, and a table view without a screen.
@MainActor private final class DisplayedWindow: ResultsChangesetDelegate {
  private struct Item {
    var team: Int64
    var name: String
  }

  private let store: MemoryStore
  private let controller: ResultsController<StoredRow>
  private var items: [Int64: Item] = [:]
  private var generator: SeededGenerator
  private var model = DisplayModel()
  private var shown = ListPicture([])
  private(set) var violation: LawViolation?

  init(seed: UInt64) async throws {
    generator = SeededGenerator(seed: seed)
    store = MemoryStore(
      try MemoryTable("item", columns: ["id", "team", "name"], primaryKey: ["id"]))
    var request = ResultsRequest<StoredRow>(table: "item", sortBy: [SortKey(.column("name"))])
    HistoryExtent.window(of: 6).apply(to: &request)
    controller = ResultsController(fetchRequest: request, store: store, sectionBy: .column("team"))
    HistoryExtent.window(of: 6).constrain(controller)
    for id in 0..<Int64(generator.below(40)) { items[id] = item() }
    let items = items
    try store.write { tables in
      for (id, item) in items {
        try tables.upsert([.integer(id), .integer(item.team), .text(item.name)], into: "item")
      }
    }
    try await controller.performFetch()
    try await wait(for: "all rows to be counted") { [controller] in
      controller.results.counting?.isComplete == true
    }
    shown = whole
    controller.changesetDelegate = self
  }

  func close() async { await controller.close() }

  /// Commits something, or shows other rows.
  func advance() async throws {
    if generator.happens(onceIn: 2) {
      model.change(controller.results.map(\.key), &generator)
      if generator.happens(onceIn: 4) { model.merge(among: 0..<4, &generator) }
      controller.sectionDisplay = model.display
    } else {
      try commit()
      // What nobody sees of it is known too, before other rows are shown.
      try await controller.refresh()
      try await wait(for: "the list to show the commit") { [self] in
        shown == expected && controller.results.map(\.totalCount) == totals
      }
    }
    try check(controller.results)
  }

  private func item() -> Item {
    Item(
      team: Int64(generator.below(4)), name: "n\(generator.below(9))")
  }

  private func commit() throws {
    var changed: Set<Int64> = []
    for _ in 0...generator.below(3) {
      let id = Int64(generator.below(44))
      items[id] = generator.happens(onceIn: 3) ? nil : item()
      changed.insert(id)
    }
    let (items, ids) = (items, changed)
    try store.write { tables in
      for id in ids {
        guard let item = items[id] else {
          try tables.delete([.integer(id)], from: "item")
          continue
        }
        try tables.upsert([.integer(id), .integer(item.team), .text(item.name)], into: "item")
      }
    }
  }

  /// All rows, by a loop.
  private var whole: ListPicture {
    var sections: [ListPicture.Section] = []
    let sorted = items.sorted {
      ($0.value.team, $0.value.name, $0.key) < ($1.value.team, $1.value.name, $1.key)
    }
    for (id, item) in sorted {
      let key = OracleValue.integer(item.team)
      if sections.last?.key != key {
        sections.append(.init(key: key, name: "\(item.team)", rows: []))
      }
      sections[sections.count - 1].rows.append(.init(id: [.integer(id)], cells: []))
    }
    return ListPicture(sections)
  }

  private var expected: ListPicture { model.part(of: whole) }

  private var totals: [Int] { model.merging(whole).sections.map(\.rows.count) }

  private func check(_ results: ResultsList<StoredRow>) throws {
    #expect(results.map(\.count) == expected.sections.map(\.rows.count))
    #expect(results.map(\.totalCount) == totals)
    #expect(shown == expected)
  }

  func controller(
    _ controller: ResultsController<StoredRow>,
    didChangeContentWith changeset: ResultsChangeset<StoredRow>
  ) {
    let after = expected
    do {
      guard !changeset.isReset else { throw LawViolation(.minimal, "it was reset") }
      try ChangeCheck(before: shown, after: after) { $0 }.simulate(changeset.tableUpdates)
      try checkHeaders(changeset, leadingTo: after)
    } catch {
      violation = violation ?? error as? LawViolation
    }
    shown = after
  }

  /// Checks that the sections that stayed and say something else are named, and no others.
  private func checkHeaders(
    _ changeset: ResultsChangeset<StoredRow>, leadingTo after: ListPicture
  ) throws(LawViolation) {
    let (old, new) = (changeset.before, changeset.after)
    let former = Dictionary(uniqueKeysWithValues: old.indices.map { (old[$0].key, old[$0]) })
    let others = new.indices.filter { index in
      guard let before = former[new[index].key], !changeset.sectionInserts.contains(index) else {
        return false
      }
      let section = new[index]
      return before.totalCount != section.totalCount || before.count != section.count
        || before.isCollapsed != section.isCollapsed
    }
    guard changeset.sectionInfoUpdates == Array(others) else {
      throw LawViolation(
        .minimal, "the headers \(changeset.sectionInfoUpdates) are named, not \(Array(others))")
    }
  }
}
