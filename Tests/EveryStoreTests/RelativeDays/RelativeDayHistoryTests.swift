import Foundation
import Sectional
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Lists of relative days over random histories: rows are written, the clock and its time zone are set, and other rows are shown.
@MainActor @Suite struct RelativeDayHistoryTests {
  nonisolated static let extents: [HistoryExtent] =
    [.all, .tail(of: 4), .batches(of: 3)] + HistoryExtent.slices + HistoryExtent.windows

  @Test(arguments: extents, 0..<4 as Range<UInt64>)
  func `a list follows the clock beside commits, whatever is shown of it`(
    extent: HistoryExtent, seed: UInt64
  ) async throws {
    let history = try await DayHistory(extent, seed: seed)
    for step in 1...HistoryLength.steps(40) {
      do { try await history.advance() } catch let violation as LawViolation {
        Issue.record("\(extent), seed \(seed), step \(step): \(violation)")
        break
      }
    }
    await history.close()
  }
}

/// A list of visits, a loop over these, and a table view without a screen.
@MainActor private final class DayHistory: ResultsChangesetDelegate {
  private let extent: HistoryExtent
  private let store: MemoryStore
  private let controller: ResultsController<StoredRow>
  private let clock: ManualWallClock
  private var loop: DayLoop
  private var generator: SeededGenerator
  private var model: DisplayModel
  private var shown = ListPicture([])
  private var violation: LawViolation?
  /// Whether a list with a window counts its rows again, and tells of them step by step.
  private var isRecounting = false

  init(_ extent: HistoryExtent, seed: UInt64) async throws {
    self.extent = extent
    generator = SeededGenerator(seed: seed)
    // A list with a window must be sorted by its days.
    let isByName = generator.happens(onceIn: 3)
    loop = DayLoop(
      isDescending: generator.happens(onceIn: 2), isByName: extent.holdsKeys && isByName,
      areMonthsApart: generator.happens(onceIn: 2))
    model = DisplayModel(isDescending: loop.isDescending)
    clock = ManualWallClock(now: loop.now, timeZone: try DayLoop.zone(0))
    store = MemoryStore(
      try MemoryTable("visit", columns: ["id", "at", "name"], primaryKey: ["id"]))
    for id in 0..<Int64(generator.below(40)) { loop.visits[id] = loop.visit(&generator) }
    var request = ResultsRequest<StoredRow>(
      table: "visit",
      sortBy: [
        loop.isByName
          ? SortKey(.column("name"))
          : SortKey(.column("at"), order: loop.isDescending ? .reverse : .forward)
      ])
    extent.apply(to: &request)
    controller = ResultsController(
      fetchRequest: request, store: store,
      sectionBy: .relativeDay(
        of: "at", clock: clock, earlier: loop.areMonthsApart ? .months : .together
      ).named(nil: "never").ordered(loop.isDescending ? .reverse : .forward))
    extent.constrain(controller)
    try commit(Array(loop.visits.keys))
    try await controller.performFetch()
    try await settle()
    shown = expected
    controller.changesetDelegate = self
  }

  func close() async { await controller.close() }

  /// Commits something, sets the clock, or shows other rows.
  func advance() async throws {
    switch generator.below(4) {
    case 0:
      model.change(controller.results.map(\.key), &generator)
      if generator.happens(onceIn: 3) {
        model.merge(among: loop.keys.sorted(), &generator)
      }
      controller.sectionDisplay = model.display
    case 1: try await turn()
    case 2 where generator.happens(onceIn: 8):
      isRecounting = !knowsKeys
      clock.timeZone = try loop.changeZone(&generator)
      try await controller.refresh()
    default:
      var changed: Set<Int64> = []
      for _ in 0...generator.below(3) {
        let id = Int64(generator.below(44))
        loop.visits[id] = generator.happens(onceIn: 3) ? nil : loop.visit(&generator)
        changed.insert(id)
      }
      try commit(changed.sorted())
      // What nobody sees of it is known too, before the next step.
      try await controller.refresh()
    }
    try await settle()
    if isRecounting { (isRecounting, shown) = (false, expected) }
    if let violation { throw violation }
    guard shown == expected else {
      throw LawViolation(.replay, "the change sets lead to \(shown), not to \(expected)")
    }
  }

  /// Sets the clock, which reads no row.
  private func turn() async throws {
    // Nothing that was committed is left to be read.
    try await controller.refresh()
    let before = controller.diagnostics
    clock.now = loop.turn(&generator)
    try await settle()
    let after = controller.diagnostics
    guard !loop.isByName else { return }
    guard before.rowsRead == after.rowsRead, before.fullFetches == after.fullFetches else {
      throw LawViolation(.minimal, "rows were read because a day ended")
    }
  }

  private func commit(_ ids: [Int64]) throws {
    let visits = loop.visits
    try store.write { tables in
      for id in ids {
        guard let visit = visits[id] else {
          try tables.delete([.integer(id)], from: "visit")
          continue
        }
        try tables.upsert(
          [.integer(id), visit.at.map(StoredValue.integer) ?? .null, .text(visit.name)],
          into: "visit")
      }
    }
  }

  /// Waits until the list shows what the loop makes of the rows.
  private func settle() async throws {
    try await wait(for: "the list to show the rows of the day") { [self] in
      let isTold = knowsKeys || isRecounting || controller.changesetDelegate == nil
      return controller.results.counting?.isComplete != false
        && picture(controller.results) == visible && (isTold || shown == expected)
    }
  }

  /// The sections and their rows, as far as the list knows them.
  private func picture(_ results: ResultsList<StoredRow>) -> [String] {
    results.map { section in
      let known = knowsKeys ? section.rows.keys.map { "\($0.values)" } : ["\(section.count)"]
      return ([section.name, "\(section.key)", "\(section.totalCount)"] + known)
        .joined(separator: " ")
    }
  }

  private var visible: [String] {
    let (whole, part) = (model.merging(whole), expected)
    return zip(whole.sections, part.sections).map { all, section in
      let ids = section.rows.map { row in
        if case .integer(let id)? = row.id.first { "\([StoredValue.integer(id)])" } else { "?" }
      }
      let key: StoredValue =
        if case .integer(let key) = section.key { .integer(key) } else { .null }
      return
        ([section.name, "\(key)", "\(all.rows.count)"]
        + (knowsKeys ? ids : ["\(section.rows.count)"])).joined(separator: " ")
    }
  }

  private var knowsKeys: Bool { extent.holdsKeys }

  /// The rows of the list, in sections.
  private var whole: ListPicture {
    guard case .tail(let least) = extent else { return loop.picture { extent.part(of: $0) } }
    let count = max(controller.results.totalCount, min(least, loop.visits.count))
    return loop.picture { Array($0.suffix(count)) }
  }

  private var expected: ListPicture { model.part(of: whole) }

  func controller(
    _ controller: ResultsController<StoredRow>,
    didChangeContentWith changeset: ResultsChangeset<StoredRow>
  ) {
    guard !isRecounting else { return }
    let after = knowsKeys ? known(changeset.after) : expected
    do {
      guard !changeset.isReset else { throw LawViolation(.minimal, "it was reset") }
      try ChangeCheck(before: shown, after: after) { $0 }
        .simulate(changeset.tableUpdates)
      try checkHeaders(changeset)
    } catch {
      violation = violation ?? error as? LawViolation
    }
    shown = after
  }

  private func known(_ results: ResultsList<StoredRow>) -> ListPicture {
    ListPicture(
      results.map { section in
        .init(
          key: OracleValue(section.key), name: section.name,
          rows: section.rows.keys.map { .init(id: OracleValue.id(of: $0), cells: []) })
      })
  }

  /// Checks that the sections that stayed and have another name, or say something else, are named, and no others.
  private func checkHeaders(
    _ changeset: ResultsChangeset<StoredRow>
  ) throws(LawViolation) {
    let (old, new) = (changeset.before, changeset.after)
    let former = Dictionary(old.indices.map { (old[$0].key, old[$0]) }) { first, _ in first }
    let kept = new.indices.filter { !changeset.sectionInserts.contains($0) }
    let renamed = kept.filter { former[new[$0].key]?.name != new[$0].name }
    let others = kept.filter { index in
      guard let before = former[new[index].key] else { return false }
      return before.totalCount != new[index].totalCount || before.count != new[index].count
        || before.isCollapsed != new[index].isCollapsed || before.isCut != new[index].isCut
    }
    guard changeset.sectionUpdates == renamed, changeset.sectionInfoUpdates == others else {
      throw LawViolation(
        .minimal,
        "the sections \(changeset.sectionUpdates) have other names, not \(renamed), or "
          + "\(changeset.sectionInfoUpdates) say something else, not \(others)")
    }
  }
}

extension HistoryExtent {
  /// Whether the list holds the keys of all rows that it shows.
  fileprivate var holdsKeys: Bool { if case .window = self { false } else { true } }
}
