import Foundation
import Sectional
import Testing

@testable import SectionalCommand

/// What the screen of `watch` shows, without a terminal.
@MainActor @Suite struct ScreenModelTests {
  /// A list in memory and a screen that shows it.
  @MainActor final class Bench: @MainActor ResultsChangesetDelegate {
    let store: MemoryStore
    let list: ResultsController<StoredRow>
    var model: ScreenModel?
    let start = ContinuousClock.now

    init(
      rows: Int = 40, last: Int = 0, size: TerminalSize = TerminalSize(width: 60, height: 12),
      moreColumns: Int = 0, condition: String? = nil
    ) async throws {
      let names = ["id", "status", "total"] + (0..<moreColumns).map { "more\($0)" }
      store = MemoryStore(try MemoryTable("order", columns: names, primaryKey: ["id"]))
      let store = store
      try store.write { tables in
        for id in 0..<rows {
          let more = repeatElement(StoredValue.text("some text"), count: moreColumns)
          try tables.upsert(Bench.values(id, id % 2 == 0 ? "new" : "paid") + more, into: "order")
        }
      }
      var request = ResultsRequest(source: .table("order"), sortBy: [SortKey(.column("id"))])
      request.fetchLast = last
      list = ResultsController(
        fetchRequest: request, store: store, sectionBy: .column("status"))
      list.changesetDelegate = self
      try await list.performFetch()
      let columns = try ShownColumns(nil, of: list.results)
      let subject = ScreenModel.Subject(
        title: "orders", condition: condition, isOfSomeRows: false, beginsAtEnd: last > 0,
        columns: columns)
      model = ScreenModel(subject, list.results, size: size, style: .plain)
    }

    nonisolated static func values(_ id: Int, _ status: String, _ total: Double = 7.5)
      -> [StoredValue]
    {
      [.integer(Int64(id)), .text(status), .real(total)]
    }

    func controller(
      _ controller: ResultsController<StoredRow>,
      didChangeContentWith changeset: ResultsChangeset<StoredRow>
    ) {
      model?.note(changeset, at: start, time: "10:00")
    }

    func write(_ body: @Sendable (inout MemoryTransaction) throws -> Void) async throws {
      try store.write(body)
      try await list.refresh()
    }

    func press(_ keys: ScreenKey...) -> [ScreenModel.Effect] {
      keys.compactMap { model?.press($0) }
    }

    func lines(after seconds: Double = 0) -> [String] {
      let now = start + .seconds(seconds)
      _ = model?.expire(at: now)
      guard let frame = model.map({ ScreenFrame(model: $0, now: now) }) else { return [] }
      model?.measure = frame.measure
      return frame.lines
    }
  }

  @Test
  func `a narrow screen tells what happens before the keys, and how many columns have no room`()
    async throws
  {
    let bench = try await Bench(size: TerminalSize(width: 40, height: 10))
    try await bench.write { try $0.upsert(Bench.values(900, "new"), into: "order") }
    let status = try #require(bench.lines().last)
    #expect(status.hasPrefix("live  │  1 change/s") && status.contains("? help"), "\(status)")
    // The heading tells the status.
    let slim = try await Bench(size: TerminalSize(width: 90, height: 10), moreColumns: 27)
    #expect(slim.lines()[0].contains(" of 29 columns hidden"), "\(slim.lines()[0])")
    // The help names them.
    let tall = try await Bench(size: TerminalSize(width: 90, height: 30), moreColumns: 27)
    _ = tall.press(.character("?"))
    let help = tall.lines().joined(separator: " ")
    #expect(help.contains("no room for: ") && help.contains("--columns chooses"), "\(help)")
  }

  @Test
  func `a section's head tells what came and went within a second, and not before`() async throws {
    let start = ContinuousClock.now
    let bench = try await Bench()
    var marks = ChangeMarks()
    final class Recorder: ResultsChangesetDelegate {
      var changeset: ResultsChangeset<StoredRow>?
      func controller(
        _ controller: ResultsController<StoredRow>,
        didChangeContentWith changeset: ResultsChangeset<StoredRow>
      ) { self.changeset = changeset }
    }
    let recorder = Recorder()
    bench.list.changesetDelegate = recorder
    for (step, id) in (900..<920).enumerated() {
      try await bench.write { try $0.upsert(Bench.values(id, "new"), into: "order") }
      let now = start + .milliseconds(100 * step)
      _ = marks.expire(at: now)
      marks.note(try #require(recorder.changeset), at: now)
      #expect(marks.change(ofSection: .text("new"))?.added == min(step + 1, 10))
    }
    _ = marks.expire(at: start + .seconds(9))
    #expect(marks.change(ofSection: .text("new")) == nil && marks.isEmpty)
  }

  @Test
  func
    `a list that begins at its end is shown from the bottom, and asks for earlier rows at the top`()
    async throws
  {
    let bench = try await Bench(last: 12)
    #expect(bench.lines().contains { $0.contains(" 39 ") })
    // At the bottom, what comes last is in sight.
    try await bench.write { try $0.upsert(Bench.values(41, "paid"), into: "order") }
    #expect(bench.lines().contains { $0.contains("41 ") })
    // Elsewhere, the rows in sight stay.
    #expect(bench.press(.up, .up) == [.nothing, .nothing])
    let lines = bench.lines().dropFirst().prefix(8)
    try await bench.write { try $0.upsert(Bench.values(43, "paid"), into: "order") }
    #expect(bench.lines().dropFirst().prefix(8) == lines)
    #expect(bench.press(.home) == [.earlier])
    try await bench.list.loadEarlier(100)
    #expect(bench.press(.home) == [.nothing])
  }

  @Test func `a section closes and opens, and its heading counts all rows`() async throws {
    let bench = try await Bench(rows: 10, size: TerminalSize(width: 100, height: 12))
    _ = bench.press(.down, .down)
    for isOpening in [false, true] {
      guard case .display(let display)? = bench.press(.character("c")).last else {
        Issue.record("c shows other rows of the section")
        return
      }
      bench.list.changesetDelegate = nil
      bench.list.sectionDisplay = display
      bench.model?.note(requested: bench.list.results)
      let lines = bench.lines()
      #expect(lines[0].contains("10 rows"), "\(lines)")
      #expect(lines[2].contains(isOpening ? "── new ── 5" : "── ▸ new ── 5"), "\(lines)")
      #expect(lines[3].contains("paid ── 5") == !isOpening, "\(lines)")
      // The cursor is on the heading.
      #expect(lines[2].hasPrefix(">"), "\(lines)")
    }
    guard case .display(let all)? = bench.press(.character("C")).last else {
      Issue.record("C shows other rows of all sections")
      return
    }
    #expect(all.isCollapsedByDefault)
    // Changes of hidden rows aren't lost.
    bench.list.changesetDelegate = bench
    bench.list.sectionDisplay = all
    try await bench.write { try $0.upsert(Bench.values(99, "paid"), into: "order") }
    let lines = bench.lines()
    #expect(lines[0].contains("11 rows") && lines[3].contains("▸ paid ── 6"), "\(lines)")
    #expect(lines.last?.contains("1 section with other counts") == true, "\(lines)")
  }

  @Test func `what is requested during a pause ends it`() async throws {
    let bench = try await Bench(rows: 10, size: TerminalSize(width: 100, height: 12))
    _ = bench.press(.character(" "))
    try await bench.write { try $0.upsert(Bench.values(99, "paid"), into: "order") }
    #expect(bench.lines().contains { $0.contains("paused") })
    guard case .display(let display)? = bench.press(.character("c")).last else {
      Issue.record("c shows other rows of the section")
      return
    }
    bench.list.changesetDelegate = nil
    bench.list.sectionDisplay = display
    bench.model?.note(requested: bench.list.results)
    #expect(!bench.lines().contains { $0.contains("paused") })
    #expect(bench.lines()[0].contains("11 rows"))
    bench.list.changesetDelegate = bench
    try await bench.write { try $0.upsert(Bench.values(101, "paid"), into: "order") }
    #expect(bench.lines()[0].contains("12 rows"))
  }

  @Test func `a frame has as many lines as the terminal, and none is wider`() async throws {
    for (width, height) in [(80, 24), (40, 10), (10, 3), (200, 5), (60, 1)] {
      let bench = try await Bench(size: TerminalSize(width: width, height: height))
      let lines = bench.lines()
      #expect(lines.count == height)
      #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= width }, "\(width): \(lines)")
    }
  }

  @Test func `the list is shown with its sections, and the status below`() async throws {
    let bench = try await Bench()
    let lines = bench.lines()
    #expect(lines[0] == "orders: 40 rows in 2 sections")
    #expect(lines[1].contains("id") && lines[1].contains("total"))
    #expect(lines[2] == "> ── new ── 20")
    #expect(lines[3].contains("7.5"))
    #expect(lines.last?.hasPrefix("live  │  0 changes/s") == true)
  }

  @Test(arguments: [
    (41, "orders: 40 rows in 2 sections · new"), (34, "orders: 40 rows in 2 sections"),
    (28, "orders: 40 rows"), (16, "orders: 40 rows"), (12, "…ers: 40 rows"),
  ])
  func `a narrow title keeps the list's name, and leaves out what comes last`(
    width: Int, title: String
  ) async throws {
    let bench = try await Bench(size: TerminalSize(width: width, height: 12))
    _ = bench.press(.pageDown, .pageDown)
    let shown = bench.lines()[0]
    #expect(title.hasPrefix("…") ? shown.hasSuffix("rows") : shown == title, "\(shown)")
  }

  @Test(arguments: [
    (60, "orders: 40 rows in 2 sections where total > 5"), (40, "orders: 40 rows in 2 sections"),
  ])
  func `the title names the condition if there is room`(width: Int, title: String) async throws {
    let bench = try await Bench(
      size: TerminalSize(width: width, height: 12), condition: "total > 5")
    #expect(bench.lines()[0] == title)
  }

  @Test func `the section's name stays in sight, and columns keep their widths`() async throws {
    let bench = try await Bench()
    try await bench.write { try $0.upsert(Bench.values(0, "new", 1234.75), into: "order") }
    let titles = bench.lines()[1]
    _ = bench.press(.pageDown, .pageDown)
    #expect(bench.lines()[0] == "orders: 40 rows in 2 sections · new")
    #expect(bench.lines()[1] == titles)
    _ = bench.press(.end)
    #expect(bench.lines()[0] == "orders: 40 rows in 2 sections · paid")
    #expect(bench.lines()[1] == titles)
  }

  @Test func `a changed row is marked for a second, and a section says what came and went`()
    async throws
  {
    let bench = try await Bench()
    try await bench.write { try $0.upsert(Bench.values(0, "new", 8.5), into: "order") }
    #expect(bench.lines()[3].hasPrefix(" ~"))
    #expect(bench.lines(after: 1.5)[3].hasPrefix("  "))
    try await bench.write { try $0.upsert(Bench.values(2, "paid"), into: "order") }
    #expect(bench.lines()[2] == "> ── new ── 19 −1")
    #expect(bench.lines().last?.contains("10:00 1 moved") == true)
  }

  @Test func `Enter shows the row with what it held before`() async throws {
    let bench = try await Bench()
    try await bench.write { try $0.upsert(Bench.values(0, "new", 8.5), into: "order") }
    _ = bench.press(.down, .enter)
    #expect(bench.lines().contains { $0.contains("total  8.5  (was 7.5)") })
    _ = bench.press(.escape)
    #expect(bench.model?.mode == .list)
  }

  @Test func `a row's other columns come with PgDn, and stay in sight for other rows`()
    async throws
  {
    let bench = try await Bench(size: TerminalSize(width: 60, height: 5))
    _ = bench.press(.down, .enter)
    #expect(bench.lines()[2].contains("id"))
    #expect(bench.lines()[3].contains("column 1 of 3"))
    _ = bench.press(.pageDown, .pageDown, .pageDown)
    #expect(bench.lines()[2].contains("total  7.5"))
    #expect(bench.lines()[3].contains("column 3 of 3"))
    _ = bench.press(.pageUp)
    #expect(bench.lines()[2].contains("status  new"))
    _ = bench.press(.end)
    #expect(bench.lines()[2].contains("status  paid"))
  }

  @Test func `Space holds changes back and counts them`() async throws {
    let bench = try await Bench()
    _ = bench.press(.character(" "))
    try await bench.write { try $0.upsert(Bench.values(100, "new"), into: "order") }
    #expect(bench.lines()[0].contains("40 rows"))
    #expect(bench.lines().last?.hasPrefix("paused, 1 change held back") == true)
    _ = bench.press(.character(" "))
    #expect(bench.lines()[0].contains("41 rows"))
  }

  @Test func `the cursor stays on its row, and Tab finds the row that changed last`() async throws {
    let bench = try await Bench()
    _ = bench.press(.end)
    #expect(bench.model?.place.cursor == 41)
    try await bench.write { try $0.upsert(Bench.values(-1, "new"), into: "order") }
    #expect(bench.model?.place.cursor == 42)
    _ = bench.press(.tab)
    #expect(bench.model?.place.cursor == 1)
    #expect(bench.model?.place.top == 1)
  }

  @Test func `the cursor and the first line stay on their heading while other sections change`()
    async throws
  {
    let bench = try await Bench()
    _ = bench.press(.character("s"), .character("p"), .enter)
    #expect(bench.lines()[2] == "> ── paid ── 20")
    try await bench.write {
      for id: Int64 in [2, 4, 6] { try $0.delete([.integer(id)], from: "order") }
    }
    #expect(bench.lines()[2] == "> ── paid ── 20")
    try await bench.write {
      for id in 50..<60 { try $0.upsert(Bench.values(id, "a"), into: "order") }
    }
    #expect(bench.lines()[2] == "> ── paid ── 20")
    // A hidden row's place is taken by the heading of its section.
    _ = bench.press(.down, .down, .character("C"))
    var display = SectionDisplay.all
    display.collapseAll()
    bench.list.sectionDisplay = display
    #expect(bench.lines().contains { $0.hasPrefix("> ── ▸ paid") })
  }

  @Test func `changes of closed sections are counted`() async throws {
    let bench = try await Bench()
    bench.list.sectionDisplay.collapseAll()
    let before = bench.model?.tally.rows ?? 0
    try await bench.write { try $0.upsert(Bench.values(100, "new"), into: "order") }
    #expect(bench.model?.tally.rows == before)
    #expect(bench.model?.tally.closed == 3)
    #expect(
      bench.model?.tally.words(isOfSomeRows: false).contains("changes of closed sections") == true)
  }

  @Test func `a filter and a section are typed`() async throws {
    let bench = try await Bench()
    #expect(
      bench.press(.character("/"), .character("p"), .character("x"), .backspace, .enter).last
        == .filter("p"))
    // Nothing says so before the rows are there.
    #expect(!bench.lines()[0].contains("with “p”"))
    bench.model?.note(filteredBy: "p", bench.list.results)
    #expect(bench.lines()[0].contains("with “p”") && bench.model?.wantedFilter == nil)
    #expect(bench.press(.escape) == [.filter("")])
    #expect(bench.lines()[0].contains("with “p”"))
    bench.model?.note(filteredBy: "", bench.list.results)
    #expect(!bench.lines()[0].contains("with “"))
    _ = bench.press(.character("s"), .character("p"))
    #expect(bench.lines()[2] == "> ── paid ── 20")
    #expect(bench.press(.enter, .character("q")) == [.nothing, .quit])
  }
}
