import Foundation
import Testing

@testable import Sectional

/// The text that distinguishes requests.
@Suite struct CanonicalRequestTests {
  /// The parts of a request, so that a test can change one of them.
  struct Draft {
    var name = "contacts"
    var source = RowSource.table("contact")
    var filter: StoreText? = StoreText("a > ? AND b = ?", arguments: [1, "x"])
    var condition: RowExpression? = .comparison(.equal, .column("a"), .constant(1))
    var keyColumns: [Int] = [0]
    var fallsBack = false
    var names = ["id", "a", "b", "team"]
    var kinds: [Int: ColumnKind] = [:]
    var tables: Set<String> = ["contact"]
    var sort: [SortKey<StoredRow>] = [SortKey(.column("a"))]
    var section: SectionKey<StoredRow>? = .column("team")
    var library: String? = "SQLite 3.1"
    var changeSource = "SQLiteChangeSource"
    var (limit, offset, batchSize, windowSize) = (0, 0, 0, 0)

    func text() throws -> String {
      var request = ResultsRequest<StoredRow>(source: source, predicate: filter, sortBy: sort)
      request.predicate = .success(condition.map { RowPredicate($0) })
      (request.fetchLimit, request.fetchOffset) = (limit, offset)
      (request.fetchBatchSize, request.fetchWindowSize) = (batchSize, windowSize)
      let layout = RowLayout(
        columns: RowColumns(names, kinds: kinds), keyColumns: keyColumns,
        fallsBackToRowID: fallsBack, region: TableRegion(allColumnsOf: tables), dependence: .row)
      let query = try RowQuery(try request.rowRequest(sectionBy: section), layout: layout)
      return CanonicalRequest(query, name: name, library: library, source: changeSource).text
    }
  }

  private static func text(_ change: (inout Draft) -> Void = { _ in }) throws -> String {
    var draft = Draft()
    change(&draft)
    return try draft.text()
  }

  @Test func `a file is of one slice, and of any batch size and any size of a window`() throws {
    let plain = try Self.text()
    #expect(try Self.text { $0.batchSize = 20 } == plain)
    let window = try Self.text { $0.windowSize = 500 }
    #expect(window != plain)
    #expect(CanonicalRequest.difference(window, from: plain) == "window")
    #expect(try Self.text { $0.windowSize = 1000 } == window)
    let slice = try Self.text { $0.limit = 20 }
    #expect(CanonicalRequest.difference(slice, from: plain) == "limit or offset")
    #expect(try Self.text { ($0.limit, $0.offset) = (20, 1) } != slice)
    #expect(try Self.text { ($0.limit, $0.batchSize) = (20, 5) } == slice)
  }

  struct Difference: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The word that describes the difference to a person.
    let word: String
    let change: @Sendable (inout Draft) -> Void

    init(_ description: String, _ word: String, _ change: @escaping @Sendable (inout Draft) -> Void)
    {
      testDescription = description
      self.word = word
      self.change = change
    }
  }

  static let plain: [Difference] = [
    Difference("name", "name") { $0.name = "people" },
    Difference("name in other case", "name") { $0.name = "Contacts" },
    Difference("table", "table") { $0.source = .table("person") },
    Difference("table with a quote", "table") { $0.source = .table("contact\"") },
    Difference("SQL in place of the table", "table") { $0.source = .query(StoreText("contact")) },
    Difference("filter", "condition") {
      $0.filter = StoreText("a > ? OR b = ?", arguments: [1, "x"])
    },
    Difference("no filter", "condition") { $0.filter = nil },
    Difference("argument", "arguments") {
      $0.filter = StoreText("a > ? AND b = ?", arguments: [2, "x"])
    },
    Difference("a real in place of an integer", "arguments") {
      $0.filter = StoreText("a > ? AND b = ?", arguments: [.real(1), "x"])
    },
    Difference("a text in place of an integer", "arguments") {
      $0.filter = StoreText("a > ? AND b = ?", arguments: ["1", "x"])
    },
    Difference("a blob in place of a text", "arguments") {
      $0.filter = StoreText("a > ? AND b = ?", arguments: [1, .blob([0x78])])
    },
    Difference("malformed text in place of a text", "arguments") {
      $0.filter = StoreText("a > ? AND b = ?", arguments: [1, .malformedText([0x78])])
    },
    Difference("arguments the other way around", "arguments") {
      $0.filter = StoreText("a > ? AND b = ?", arguments: ["x", 1])
    },
    Difference("one argument less", "arguments") {
      $0.filter = StoreText("a > ? AND b = ?", arguments: [1])
    },
    Difference("null", "arguments") {
      $0.filter = StoreText("a > ? AND b = ?", arguments: [1, .null])
    },
    Difference("no condition", "condition") { $0.condition = nil },
    Difference("another comparison", "condition") {
      $0.condition = .comparison(.notEqual, .column("a"), .constant(1))
    },
    Difference("another column compared", "condition") {
      $0.condition = .comparison(.equal, .column("b"), .constant(1))
    },
    Difference("another constant", "arguments") {
      $0.condition = .comparison(.equal, .column("a"), .constant(3))
    },
    Difference("a column more", "columns") { $0.names.append("c") },
    Difference("columns in another order", "columns") { $0.names = ["id", "b", "a", "team"] },
    Difference("a column that holds UUIDs", "columns") { $0.kinds = [2: .uuid] },
    Difference("a column that holds numbers of any size", "columns") { $0.kinds = [2: .number] },
    Difference("another key", "key") { $0.keyColumns = [1] },
    Difference("a key of two columns", "key") { $0.keyColumns = [0, 1] },
    Difference("a key of two columns the other way around", "key") { $0.keyColumns = [1, 0] },
    Difference("rowid", "key") { $0.fallsBack = true },
    Difference("another table that is read", "tables") { $0.tables = ["contact", "team"] },
    Difference("library", "version of the store's library") { $0.library = "SQLite 3.2" },
    Difference("no library", "version of the store's library") { $0.library = nil },
    Difference("change source", "change source") { $0.changeSource = "Journal" },
  ]

  static let orders: [Difference] = [
    Difference("sort column", "order") { $0.sort = [SortKey(.column("b"))] },
    Difference("no sort", "order") { $0.sort = [] },
    Difference("two sort keys", "order") { $0.sort.append(SortKey(.column("b"))) },
    Difference("direction", "order") { $0.sort = [SortKey(.column("a"), order: .reverse)] },
    Difference("nulls", "order") { $0.sort = [SortKey(.column("a"), nulls: .last)] },
    Difference("direction, nulls as before", "order") {
      $0.sort = [SortKey(.column("a"), order: .reverse, nulls: .first)]
    },
    Difference("collation", "order") {
      $0.sort = [SortKey(.column("a"), collation: .caseInsensitive)]
    },
  ]

  static let sections: [Difference] = [
    Difference("no sections", "sections") { $0.section = nil },
    Difference("section column", "sections") { $0.section = .column("b") },
    Difference("descending", "sections") { $0.section = .column("team").ordered(.reverse) },
    Difference("ascending, said so", "sections") { $0.section = .column("team").ordered(.forward) },
    Difference("as sorted", "sections") { $0.section = .column("team").asSorted },
    Difference("first letter", "sections") { $0.section = .firstLetter(of: "team") },
    Difference("first letter of another column", "sections") { $0.section = .firstLetter(of: "b") },
    Difference("prefix", "sections") { $0.section = .prefix(of: "team", length: 2) },
    Difference("longer prefix", "sections") { $0.section = .prefix(of: "team", length: 3) },
    Difference("day", "sections") { $0.section = .calendar(.day, of: "team", in: .gmt) },
    Difference("week", "sections") { $0.section = .calendar(.week, of: "team", in: .gmt) },
    Difference("month", "sections") { $0.section = .calendar(.month, of: "team", in: .gmt) },
    Difference("day of milliseconds", "sections") {
      $0.section = .calendar(.day, of: "team", as: .milliseconds, in: .gmt)
    },
    Difference("day of microseconds", "sections") {
      $0.section = .calendar(.day, of: "team", as: .microseconds, in: .gmt)
    },
    Difference("day of nanoseconds", "sections") {
      $0.section = .calendar(.day, of: "team", as: .nanoseconds, in: .gmt)
    },
    Difference("day of seconds since 2001", "sections") {
      $0.section = .calendar(.day, of: "team", as: .seconds.since2001, in: .gmt)
    },
    Difference("day of milliseconds since 2001", "sections") {
      $0.section = .calendar(.day, of: "team", as: .milliseconds.since2001, in: .gmt)
    },
    Difference("day elsewhere", "sections") {
      $0.section = .calendar(
        .day, of: "team", in: TimeZone(identifier: "Europe/Berlin") ?? .gmt)
    },
  ]

  @Test(arguments: plain + orders + sections)
  func `a single difference gives another text, and is named`(
    difference: Difference
  ) throws {
    let (text, other) = (try Self.text(), try Self.text(difference.change))
    #expect(!text.utf8.elementsEqual(other.utf8))
    #expect(CanonicalRequest.difference(text, from: other).hasPrefix(difference.word))
    #expect(CanonicalRequest.difference(other, from: text).hasPrefix(difference.word))
  }

  @Test func `every request has its own text, and always the same one`() throws {
    let changes = Self.plain + Self.orders + Self.sections
    var texts = try changes.map { Array(try Self.text($0.change).utf8) }
    texts.append(Array(try Self.text().utf8))
    #expect(Set(texts).count == texts.count)
    for _ in 0..<5 { #expect(Array(try Self.text().utf8) == texts.last) }
    // Sets have no order.
    let names = (0..<20).map { "table \($0)" }
    let sets = [Set(names), Set(names.reversed())]
    #expect(Set(try sets.map { set in try Self.text { $0.tables = set } }).count == 1)
  }

  @Test func `the storage form of dates is part of the text`() throws {
    let numbers = DateNumber.Unit.allCases.flatMap { unit in
      DateNumber.Epoch.allCases.map { DateNumber(unit, since: $0) }
    }
    let texts = try numbers.map { number in
      try Self.text { $0.section = .calendar(.day, of: "team", as: number, in: .gmt) }
    }
    #expect(Set(texts).count == numbers.count)
    // For a mapped column, the storage form is part of the column's rule.
    let storages: [Date.Storage] = [
      .unixSeconds, .unixMilliseconds, .unixMicroseconds, .secondsSince2001, .iso8601,
    ]
    #expect(Set(storages.map { Date.cellDescription(as: $0) }).count == storages.count)
  }

  @Test func `texts that only look the same are different`() throws {
    let composed = try Self.text { $0.filter = StoreText("a = '\u{E9}'") }
    let decomposed = try Self.text { $0.filter = StoreText("a = 'e\u{301}'") }
    #expect(!composed.utf8.elementsEqual(decomposed.utf8))
    let arguments = try ["\u{E9}", "e\u{301}"].map { letter in
      Array(try Self.text { $0.filter = StoreText("?", arguments: [.text(letter)]) }.utf8)
    }
    #expect(arguments[0] != arguments[1])
  }

  @Test(arguments: [
    "\n", "\r", "\r\n", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}", "\u{0}", "\u{1B}",
    "\"\n", "\\\n", "\\", "\"", "\\\"", "\u{301}",
  ]) func `a text with breaks in it can't fake another line`(sign: String) throws {
    let fake = "x\(sign)value integer 7\(sign)sort \"b\" ascending"
    let drafts: [(inout Draft) -> Void] = [
      { $0.name = fake }, { $0.source = .table(fake) }, { $0.filter = StoreText(fake) },
      { $0.source = .query(StoreText(fake)) },
      { $0.filter = StoreText("?", arguments: [.text(fake)]) },
      { $0.names[2] = fake }, { $0.tables = [fake] }, { $0.library = fake },
      { $0.condition = .hasPrefix(.column("a"), .constant(.text(fake))) },
    ]
    for change in drafts {
      let plain = try Self.text { draft in
        change(&draft)
        // The same text without any line breaks.
        draft.name = draft.name == fake ? "y" : draft.name
        if draft.source == .table(fake) { draft.source = .table("y") }
        if draft.source == .query(StoreText(fake)) { draft.source = .query(StoreText("y")) }
        if draft.filter == StoreText(fake) { draft.filter = StoreText("y") }
        if draft.filter?.arguments.isEmpty == false, draft.filter?.text == "?" {
          draft.filter = StoreText("?", arguments: ["y"])
        }
        draft.names = draft.names.map { $0 == fake ? "y" : $0 }
        draft.tables = draft.tables == [fake] ? ["y"] : draft.tables
        draft.library = draft.library == fake ? "y" : draft.library
        if case .hasPrefix? = draft.condition {
          draft.condition = .hasPrefix(.column("a"), .constant("y"))
        }
      }
      let text = try Self.text(change)
      let labels = { (text: String) in
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
          .map { line in Array(line.prefix { $0 != UInt8(ascii: " ") }) }
      }
      #expect(labels(text) == labels(plain))
      #expect(!text.contains("\u{2028}") && !text.contains("\u{85}") && !text.contains("\r"))
    }
  }

  @Test func `quotes can't move from one name into the next`() throws {
    let one = try Self.text { $0.names = ["id", "a", "b", "team", "x", "y"] }
    let other = try Self.text { $0.names = ["id", "a", "b", "team", "x\"\ncolumn \"y"] }
    #expect(!one.utf8.elementsEqual(other.utf8))
    let keys = try [["id", "a\" \"b", "b", "team"], ["id", "a", "b", "team"]].map { names in
      try Self.text { draft in
        draft.sort = []
        draft.filter = nil
        draft.condition = nil
        draft.names = names
        draft.keyColumns = [0, 1]
      }
    }
    #expect(keys[0] != keys[1])
  }

  @Test func `values are in lines that begin with their label`() throws {
    let text = try Self.text { draft in
      draft.filter = StoreText("?", arguments: ["secret 1", .blob(Array("secret 2".utf8))])
      draft.condition = .isOne(.column("b"), of: ["secret 3", "secret 4"])
    }
    let lines = text.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("value ") } == 4)
    for line in lines where !line.hasPrefix("value ") { #expect(!line.contains("secret")) }
  }

  @Test func `conditions of other shapes are other texts`() throws {
    let (a, b) = (RowExpression.column("a"), RowExpression.column("b"))
    let expressions: [RowExpression] =
      [
        a, b, .not(a), .not(.not(a)), .and(a, b), .and(b, a), .or(a, b), .and(a, .and(a, b)),
        .and(.and(a, a), b), .contains(a, b), .hasPrefix(a, b), .coalesced(a, b),
        .conditional(a, b, a), .conditional(a, a, b), .unwrapped(a), .moment(a),
        .isOne(a, of: [1]), .isOne(a, of: [1, 2]), .isOne(a, of: []),
        .negative(a, .real), .negative(a, .integer(0...9)), .negative(a, .integer(0...8)),
      ]
      + RowExpression.Comparison.allCases.map { .comparison($0, a, b) }
      + RowExpression.Arithmetic.allCases.map { .arithmetic($0, a, b, .real) }
      + [.arithmetic(.add, a, b, .integer(-1...1)), .arithmetic(.add, a, b, .integer(-2...1))]
    let texts = try expressions.map { expression in
      Array(try Self.text { $0.condition = expression }.utf8)
    }
    #expect(Set(texts).count == expressions.count)
  }
}
