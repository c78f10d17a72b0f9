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
    ("year(sent)", ["", "2023"]),
  ]) func `a section can be made of a column`(section: String, expected: [String]) throws {
    #expect(try names("--section", section) == expected)
  }

  @Test func `sections follow the direction of the first sort key`() throws {
    #expect(
      try names("--section", "day(sent)", "--sort", "sent:desc") == [
        "2023-11-15", "2023-11-14", "",
      ])
  }

  @Test func `the order says what the sections are made of`() throws {
    let outcome = try SectionalProcess.run(
      "list", database.path, "mail", "--section", "first-letter(sender)", "--sort", "sender")
    #expect(outcome.output.contains("in sections by first-letter(sender), sorted by sender"))
  }

  @Test(arguments: [
    ("prefix(sender,0)", "length of at least 1"), ("day(sent,Nowhere)", "there is no time zone"),
    ("prefix(sender)", "--section can't be"),
  ]) func `a section that can't be made is wrong usage`(section: String, advice: String) throws {
    let outcome = try SectionalProcess(["list", database.path, "mail", "--section", section])
      .finish()
    #expect(outcome.status == 2)
    #expect(outcome.complaint.contains(advice))
  }

  @Test func `a cell that is no date is an error that names it`() throws {
    try database.write("UPDATE mail SET sent = x'00' WHERE id = 3")
    let outcome = try SectionalProcess(["list", database.path, "mail", "--section", "day(sent)"])
      .finish()
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("\"sent\" of \"mail\" with the key 3"))
  }
}
