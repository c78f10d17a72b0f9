import Sectional
import SectionalTesting
import Testing

@testable import SectionalCommand

/// What the JSON prints, typed back as an argument.
@Suite struct TypedValueTests {
  /// Values of every kind, and texts that look like values of another kind, as SQL.
  private static let values = [
    "NULL", "'NULL'", "'null'", "''", "10", "'10'", "1.5", "'1.5'", "-0.0", "'-0'", "'007'",
    "9223372036854775807", "-9223372036854775808", "9007199254740993", "1e16", "-2.5e-310", "9e999",
    "-9e999", "'1e400'", "'{\"real\":\"inf\"}'", "x''", "x'3130'", "'{\"blob\":\"3130\"}'",
    "'[\"a\",1]'", "'\"NULL\"'", "'\"'", "'\\'", "'Doe, Jane'", "'it''s'", "'a' || char(10) || 'b'",
    "'e' || char(769)", "char(233)", "char(128512)", "char(1)", "CAST(x'ff41' AS TEXT)", "' 10'",
  ]

  /// Returns the only thing in a list's JSON between two texts.
  private static func part(of output: String, from start: String, to end: String) throws -> String {
    let first = try #require(output.firstRange(of: start))
    let rest = output[first.upperBound...]
    return String(rest[..<(try #require(rest.firstRange(of: end))).lowerBound])
  }

  private static func list(_ arguments: [String]) throws -> String {
    let outcome = try SectionalProcess(["list"] + arguments + ["--format", "json"]).finish()
    #expect(outcome.status == 0, "\(arguments): \(outcome.complaint)")
    return outcome.output
  }

  /// Checks that the key of each section leads to that section.
  private static func checkSections(of arguments: [String], count: Int) throws {
    let list = try list(arguments)
    let sections = try list.split(separator: "{\"key\":").dropFirst().map { section in
      let section = "{\"key\":" + section
      return (
        key: try part(of: section, from: "{\"key\":", to: ",\"name\":"),
        id: try part(of: section, from: "\"ids\":[", to: "]").prefix { $0 != "," }
      )
    }
    #expect(sections.count == count)
    for (key, id) in sections {
      let page = try Self.list(arguments + ["--from-section", key, "--limit", "1"])
      #expect(page.contains("{\"key\":\(key),") && page.contains("\"ids\":[\(id)]"), "\(key)")
    }
  }

  @Test func `each section's key, typed back, leads to that section`() throws {
    let rows = Self.values.enumerated().map { "(\($0), \($1))" }.joined(separator: ", ")
    let database = try ScratchDatabase(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES \(rows)")
    try Self.checkSections(
      of: [database.path, "t", "--section", "v", "--sort", "v:desc"], count: Self.values.count)
  }

  @Test(arguments: ["sent", "sent:desc", "id"])
  func `sections that several days are shown as lead to their first row`(sort: String) throws {
    let database = try ScratchDatabase(
      """
      CREATE TABLE mail(id INTEGER PRIMARY KEY, sent TEXT);
      INSERT INTO mail VALUES (1, '2024-01-05 10:00:00'), (2, '2024-01-20 10:00:00'), (3, '2024-02-03 10:00:00'),
        (4, '2024-02-04 10:00:00'), (5, '2099-01-01 10:00:00'), (6, '2099-03-02 10:00:00'), (7, NULL);
      """)
    try Self.checkSections(
      of: [database.path, "mail", "--section", "relative(sent,GMT)", "--sort", sort], count: 4)
  }

  @Test func `each row's id, typed back, leads to that row`() throws {
    let rows = Self.values.enumerated().map { "(\($0 + 1000), \($1))" }.joined(separator: ", ")
    let pairs = zip(Self.values, Self.values.dropFirst(3)).filter {
      !$0.contains("NULL") && !$1.contains("NULL")
    }
    let database = try ScratchDatabase(
      """
      CREATE TABLE one(v PRIMARY KEY); INSERT INTO one(rowid, v) VALUES \(rows);
      CREATE TABLE two(v, w, PRIMARY KEY (w, v));
      INSERT INTO two VALUES \(pairs.map { "(\($0), \($1))" }.joined(separator: ", "));
      CREATE VIEW seen AS SELECT v FROM one;
      """)
    for (table, count) in [
      ("one", Self.values.count), ("two", pairs.count), ("seen", Self.values.count),
    ] {
      let arguments = [database.path, table] + (table == "seen" ? ["--key", "v"] : [])
      // Each takes two runs of the program, and each value is in several tables.
      for place in stride(from: table.utf8.count % 3, to: count, by: 3) {
        func id(_ page: [String]) throws -> String {
          try Self.part(
            of: Self.list(arguments + page + ["--limit", "1"]), from: "\"ids\":[",
            to: "]}],\"sectionIndexTitles\"")
        }
        let printed = try id(["--offset", "\(place)"])
        #expect(try id(["--around", printed]) == printed)
      }
    }
  }

  @Test func `on a server, each section's key and each row's id leads back`() async throws {
    let columns = [
      "text": [
        "'NULL'", "'null'", "''", "'10'", "'\"NULL\"'", "'a,b'", "E'a\\nb'", "E'e\\u0301'", "'é'",
      ],
      "bigint": ["9223372036854775807", "-9223372036854775808", "0", "10"],
      "double precision": ["'inf'", "'-inf'", "'nan'", "'-0'", "1.5", "1e300", "10"],
      "bytea": ["''", "'\\x3130'", "'\\x00'"], "boolean": ["true", "false"],
      "uuid": ["'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'"],
      "numeric": ["1.5", "10", "1e30", "'nan'"],
      "date": ["'2026-11-25'", "'infinity'"], "timestamptz": ["'2026-11-25 10:00:00.123456Z'"],
    ].sorted { $0.key < $1.key }
    let tables = columns.enumerated().map { place, column in
      let rows = column.value.enumerated().map { "(\($0), \($1))" }.joined(separator: ", ")
      return """
        CREATE TABLE t\(place)(id int PRIMARY KEY, v \(column.key));
        INSERT INTO t\(place) VALUES \(rows), (100, NULL);
        CREATE TABLE k\(place)(v \(column.key) PRIMARY KEY);
        INSERT INTO k\(place) SELECT v FROM t\(place) WHERE v IS NOT NULL;
        """
    }
    let server = try await ScratchServerDatabase(tables.joined(separator: "\n"))
    for (place, column) in columns.enumerated() {
      try Self.checkSections(
        of: [server.url, "t\(place)", "--section", "v"], count: column.value.count + 1)
      for row in column.value.indices {
        func id(_ page: [String]) throws -> String {
          try Self.part(
            of: Self.list([server.url, "k\(place)", "--limit", "1"] + page), from: "\"ids\":[",
            to: "]}],\"sectionIndexTitles\"")
        }
        let printed = try id(["--offset", "\(row)"])
        #expect(try id(["--around", printed]) == printed)
      }
    }
  }

  @Test func `random values are read as they are printed`() {
    var generator = SeededGenerator(seed: 1701)
    for _ in 0..<20_000 {
      let value = generator.value()
      var writer = JSONWriter()
      writer.value(value)
      let text = String(decoding: writer.bytes, as: UTF8.self)
      #expect(JSONReader.value(text) == value, "\(text)")
      #expect(JSONReader.values("[\(text), \(text)]") == [value, value])
    }
  }

  @Test(arguments: [
    "", "nul", "10 ", "01", "+1", "1.", ".5", "0x10", "1e400", "1e-400", "9223372036854775808",
    "9007199254740993.0", "\"a", "\"a\"b", #""\ud800""#, #""\ud800\u0041""#, #""\x""#,
    #"{"blob":"0"}"#, #"{"blob":"0g"}"#, #"{"text":"41"}"#, #"{"real":"1"}"#, #"{"blob":1}"#,
    "true",
  ])
  func `what the JSON never has is no value`(text: String) {
    #expect(JSONReader.value(text) == nil)
  }
}

extension SeededGenerator {
  fileprivate mutating func value() -> StoredValue {
    switch below(6) {
    case 0: return .null
    case 1: return .integer(Int64(bitPattern: next()) >> Int64(below(64)))
    case 2:
      let real = Double(bitPattern: next())
      return .real(real.isNaN ? .nan : real + 0)
    case 3: return .blob((0..<below(5)).map { _ in UInt8(below(256)) })
    case 4: return .malformedText([0xFF] + (0..<below(5)).map { _ in UInt8(below(256)) })
    default:
      let parts = [
        "NULL", "null", "10", "\"", "\\", ",", "\n", "\u{0}", "\u{1F}", "e\u{301}", "é", "👩‍👧", "/",
        "{", "[",
      ]
      return .text((0..<below(5)).map { _ in element(of: parts) ?? "" }.joined())
    }
  }
}
