import Sectional
import Testing

@testable import SectionalCommand

/// The lines that `watch --changes` prints for rows, on terminals of any width, and how many of them in a second.
@MainActor @Suite struct ChangeLineTests {
  /// A list of notes by place, and the last change set.
  @MainActor final class Notes: @MainActor ResultsChangesetDelegate {
    let store: MemoryStore
    let list: ResultsController<StoredRow>
    var changeset: ResultsChangeset<StoredRow>?

    init(_ rows: [[StoredValue]]) async throws {
      store = MemoryStore(
        try MemoryTable("note", columns: ["id", "place", "text", "size"], primaryKey: ["id"]))
      list = ResultsController(
        fetchRequest: ResultsRequest(source: .table("note"), sortBy: [SortKey(.column("id"))]),
        store: store, sectionBy: .column("place"))
      list.changesetDelegate = self
      try await write(rows)
      try await list.performFetch()
    }

    func controller(
      _ controller: ResultsController<StoredRow>,
      didChangeContentWith changeset: ResultsChangeset<StoredRow>
    ) { self.changeset = changeset }

    func write(_ rows: [[StoredValue]]) async throws {
      try store.write { tables in
        for row in rows { try tables.upsert(row, into: "note") }
      }
    }

    /// Writes rows, and returns the lines of the change set at a width.
    func lines(after rows: [[StoredValue]], width: Int?) async throws -> [String] {
      try await write(rows)
      try await list.refresh()
      let changeset = try #require(changeset)
      return ChangeText(
        changeset: changeset,
        style: TerminalStyle(isColoured: false, width: width, height: nil), isOfSomeRows: false
      ).lines
    }
  }

  private static func row(_ id: Int64, _ place: String, _ text: String, _ size: Int64 = 1)
    -> [StoredValue]
  { [.integer(id), .text(place), .text(text), .integer(size)] }

  private static let long = "The municipal library of the harbour, reading room "

  @Test(arguments: [60, 80, 120, 200])
  func `a move between sections with long names shows both, and can be told from other moves`(
    width: Int
  ) async throws {
    let notes = try await Notes([
      Self.row(1, Self.long + "A", "a text that is long enough to be shortened on every terminal"),
      Self.row(2, Self.long + "B", "two"),
    ])
    let lines = try await notes.lines(
      after: [
        Self.row(1, Self.long + "B", "a text that is long enough to be shortened on every terminal")
      ], width: width)
    let line = try #require(lines.first { $0.hasPrefix("  →") })
    #expect(line.hasSuffix("B, row 1)"), "\(line)")
    #expect(line.contains("A, row 1 → "), "\(line)")
    #expect(line.count <= width)
  }

  @Test(arguments: [60, 80, 120, 200])
  func `an update of a long text shows the end that changed, old and new`(width: Int) async throws {
    let text = String(repeating: "word ", count: 40)
    let notes = try await Notes([Self.row(1, Self.long + "A", text + "old")])
    let lines = try await notes.lines(
      after: [Self.row(1, Self.long + "A", text + "new")], width: width)
    let line = try #require(lines.first { $0.hasPrefix("  ~") })
    #expect(line.contains("old → "), "\(line)")
    #expect(line.contains("new  ("), "\(line)")
    #expect(line.hasSuffix(", row 1)"), "\(line)")
    #expect(line.count <= width)
  }

  @Test(arguments: [40, 60, 80])
  func `an update of several columns says which row it is, and what fits`(width: Int) async throws {
    let notes = try await Notes([Self.row(6, "Sender 006", "Subject number of a letter")])
    let lines = try await notes.lines(
      after: [Self.row(6, "Sender 006", "zzz", 22)], width: width)
    let line = try #require(lines.first { $0.hasPrefix("  ~") })
    #expect(line.hasPrefix("  ~ 6"), "\(line)")
    #expect(line.hasSuffix("row 1)"), "\(line)")
    #expect(line.count <= width)
    if width >= 60 { #expect(line.contains("→ zzz, size 1 → 22"), "\(line)") }
  }

  @Test(arguments: [60, 80, nil])
  func `what comes at the end of a long text is shown, also if one of both is quoted`(
    width: Int?
  ) async throws {
    let text = String(repeating: "Body 7 ", count: 12)
    let notes = try await Notes([Self.row(1, "here", text)])
    let lines = try await notes.lines(after: [Self.row(1, "here", text + "X")], width: width)
    let line = try #require(lines.first { $0.hasPrefix("  ~") })
    #expect(line.contains("X'"), "\(line)")
  }

  @Test func `a narrow line keeps places and values before the description`() async throws {
    let notes = try await Notes([Self.row(1, "here", "a description of forty characters or more")])
    let lines = try await notes.lines(
      after: [Self.row(1, "here", "a description of forty characters or more", 22)], width: 40)
    let line = try #require(lines.first { $0.hasPrefix("  ~") })
    #expect(line.contains("size 1 → 22"), "\(line)")
    #expect(line.hasSuffix("(here, row 1)"), "\(line)")
    #expect(line.count <= 40)
  }

  // MARK: How many

  @Test func `above ten rows in a second one line a second adds them up until it is calm again`()
    async throws
  {
    let notes = try await Notes([Self.row(1, "here", "one")])
    _ = try await notes.lines(after: [Self.row(1, "here", "two")], width: nil)
    let changeset = try #require(notes.changeset)
    let start = ContinuousClock.now
    var digest = ChangeDigest()
    var printed = 0
    var sums: [Int] = []
    // Fifty rows a second for three seconds.
    for step in 0..<150 {
      let now = start + .milliseconds(20 * step)
      if step > 60, step % 50 == 10 { sums.append(digest.take().sum?.updated ?? 0) }
      switch digest.note(changeset, at: now) {
      case .print: printed += 1
      case .add: #expect(step >= 10)
      }
    }
    #expect(printed == 10)
    #expect(sums == [100])
    let last = digest.take()
    #expect(last.sum?.updated == 40 && last.isAnotherDue)
    let calm = digest.take()
    #expect(calm.sum == nil && !calm.isAnotherDue)
    guard case .print = digest.note(changeset, at: start + .seconds(10)) else {
      Issue.record("a change after a calm second is printed")
      return
    }
  }

  // MARK: Letters that look alike

  @Test(arguments: [
    ("Anna", "Аnna", true), ("a-b", "a–b", true), ("Anna", "Anne", false), ("Anna", "Ann", false),
    ("ABC", "ＡBC", true), ("é", "e\u{301}", true), ("пять", "шесть", false),
  ])
  func `texts with letters that look alike are shown with their code points`(
    first: String, second: String, areAlike: Bool
  ) {
    let texts = ValueDifference.texts(.text(first), .text(second), upTo: 40)
    #expect(texts.new.contains("U+") == areAlike, "\(texts)")
  }
}
