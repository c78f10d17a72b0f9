import Foundation
import SectionalTesting
import Testing

/// Sections that are made from a column.
@Suite struct SectionOptionTests {
  private let database: ScratchDatabase

  init() throws {
    database = try ScratchDatabase(
      """
      CREATE TABLE mail(id INTEGER PRIMARY KEY, sender TEXT, sent);
      INSERT INTO mail VALUES (1, 'ada', 1700000000), (2, 'Bob', '2023-11-15T23:30:00Z'),
        (3, 'Alan', NULL), (4, 'émile', 1700000000.5);
      """)
  }

  private func names(_ options: String...) throws -> [String] {
    let outcome = try SectionalProcess(
      ["list", database.path, "mail", "--format", "json"] + options
    )
    .finish()
    let sections = try #require(outcome.objects.first?["sections"] as? [[String: Any]])
    return sections.compactMap { $0["name"] as? String }
  }

  @Test(arguments: [
    ("first-letter(sender)", ["A", "B", "É"]), ("prefix(sender,2)", ["Al", "Bo", "ad", "ém"]),
    ("day(sent)", ["", "2023-11-14", "2023-11-15"]),
    ("day(sent,Europe/Berlin)", ["", "2023-11-14", "2023-11-16"]),
    ("week(sent)", ["", "2023-W46"]), ("month( sent )", ["", "2023-11"]),
    ("year(sent)", ["", "2023"]), ("buckets(id,2,4)", ["< 2", "2 to < 4", "\u{2265} 4"]),
  ]) func `a section can be derived from a column`(section: String, expected: [String]) throws {
    #expect(try names("--section", section) == expected)
  }

  @Test func `an index can have every letter`() throws {
    let outcome = try SectionalProcess(
      [
        "list", database.path, "mail", "--format", "json", "--section", "first-letter(sender)",
        "--index", "alphabet",
      ]
    ).finish()
    let titles = try #require(outcome.objects.first?["sectionIndexTitles"] as? [String])
    #expect(titles.count == 27)
    #expect(titles.first == "A" && titles.last == "#")
  }

  @Test func `sections follow the direction of the first sort key`() throws {
    #expect(
      try names("--section", "day(sent)", "--sort", "sent:desc") == [
        "2023-11-15", "2023-11-14", "",
      ])
  }

  @Test func `the order says what the sections are derived from`() throws {
    let outcome = try SectionalProcess.run(
      "list", database.path, "mail", "--section", "first-letter(sender)", "--sort", "sender")
    #expect(outcome.output.contains("grouped by first-letter(sender), sorted by sender"))
  }

  @Test(arguments: [
    ("buckets(id)", "buckets need numbers"), ("buckets(id,1,x)", "buckets need numbers"),
    ("buckets(id,4,2)", "must ascend, but 2 follows 4"),
    ("buckets(id,1,1.0)", "must ascend, but 1 follows 1"),
    ("buckets(id,0,nan)", "leave out NaN"), ("buckets(id,nan)", "leave out NaN"),
    ("buckets(id,9007199254740993,9007199254740992)", "9007199254740992 follows 9007199254740993"),
    ("prefix(sender,0)", "length of at least 1"), ("day(sent,Nowhere)", "unknown time zone"),
    ("prefix(sender)", "--section can't be"), ("prefix(sender,2,3)", "--section can't be"),
    ("day(sent,min)", "unknown time zone or unit min"), ("day(sent,)", "use a zone like"),
    ("day(sent,ms since 1602)", "since 1970 or since 2001"),
    ("day(sent,ms since)", "since 1601, since 1970 or since 2001"),
    ("day(sent,min since 1970)", "use s, ms, us, 100ns, ns"),
    ("day(sent,ms,ns)", "one unit and one time zone"),
    ("day(sent,UTC,ms,UTC)", "one unit and one time zone"),
  ]) func `a section that can't be made is incorrect usage`(section: String, advice: String) throws
  {
    let outcome = try SectionalProcess(["list", database.path, "mail", "--section", section])
      .finish()
    #expect(outcome.status == 2)
    #expect(outcome.complaint.contains(advice))
  }

  struct Number: Sendable, CustomTestStringConvertible {
    let section: String
    let cell: String
    let name: String
    var testDescription: String { section }

    init(_ section: String, _ cell: String, _ name: String) {
      (self.section, self.cell, self.name) = (section, cell, name)
    }
  }

  static let numbers = [
    Number("day(sent)", "1700000000", "2023-11-14"),
    Number("day(sent,ms)", "1700000000000", "2023-11-14"),
    Number("day(sent,ms,Asia/Tokyo)", "1700000000000", "2023-11-15"),
    Number("day(sent, Asia/Tokyo , ms)", "1700000000000", "2023-11-15"),
    Number("day(sent,milliseconds)", "1700000000000.5", "2023-11-14"),
    Number("month(sent,us)", "1700000000000000", "2023-11"),
    Number("month(sent,µs)", "1700000000000000", "2023-11"),
    Number("year(sent,ns since 1970)", "1700000000000000000", "2023"),
    Number("day(sent,ns since 2001)", "721692800000000000", "2023-11-14"),
    Number("day(sent,since 2001)", "721692800.5", "2023-11-14"),
    Number("day(sent,s since 2001,Asia/Tokyo)", "721692800", "2023-11-15"),
    Number("week(sent,Ms Since 2001)", "721692800000", "2023-W46"),
    Number("day(sent,ns)", "'2023-11-14T22:13:20Z'", "2023-11-14"),
  ]

  @Test(arguments: numbers)
  func `numbers are read in the unit of the section option`(number: Number) throws {
    try database.write("UPDATE mail SET sent = \(number.cell)")
    #expect(try names("--section", number.section) == [number.name])
  }

  @Test func `the list shows the unit and epoch of numbers`() throws {
    try database.write("UPDATE mail SET sent = 721692800000")
    let outcome = try SectionalProcess.run(
      "list", database.path, "mail", "--section", "day(sent,Asia/Tokyo,ms since 2001)")
    #expect(outcome.output.contains("grouped by day(sent,ms since 2001,Asia/Tokyo)"))
  }

  @Test func `a number of another unit is an error that names it`() throws {
    try database.write("UPDATE mail SET sent = 1700000000000000 WHERE id = 3")
    let outcome = try SectionalProcess(["list", database.path, "mail", "--section", "day(sent)"])
      .finish()
    #expect(outcome.status == 1)
    for part in [
      "\"sent\" of \"mail\" with the key 3", "years -999999 to 999999",
      "s, ms, us, 100ns or ns, since 1601, 1970 or 2001",
    ] {
      #expect(outcome.complaint.contains(part), "\(outcome.complaint)")
    }
    #expect(!outcome.complaint.contains("1700000"))
  }

  @Test func `a cell that is no date is an error that names it`() throws {
    try database.write("UPDATE mail SET sent = x'00' WHERE id = 3")
    let outcome = try SectionalProcess(["list", database.path, "mail", "--section", "day(sent)"])
      .finish()
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("\"sent\" of \"mail\" with the key 3"))
  }
}
