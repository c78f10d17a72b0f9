import Foundation
import SectionalTesting
import Testing

/// `compare` with differences that are known.
@Suite struct CompareAcceptTests {
  private let first: ScratchDatabase
  private let second: ScratchDatabase

  init() throws {
    first = try ScratchDatabase(
      """
      CREATE TABLE orders(id INTEGER PRIMARY KEY, status TEXT, created TEXT, score REAL);
      INSERT INTO orders VALUES (1, 'new', '2024-01-31', 1.5), (2, 'paid', '2024-02-01', 2.5)
      """)
    second = try ScratchDatabase(
      """
      CREATE TABLE orders(id INTEGER PRIMARY KEY, status TEXT, created TEXT, score REAL);
      INSERT INTO orders VALUES (1, 'new', '20240131', 1.5), (2, 'paid', '20240201', 3.5)
      """)
  }

  private func compare(_ options: String...) throws -> SectionalProcess.Outcome {
    try SectionalProcess(
      ["compare", first.path, second.path, "orders", "--section", "status"] + options
    ).finish()
  }

  @Test func `the answer comes first, with counts by column`() throws {
    let outcome = try compare()
    #expect(outcome.status == 3)
    #expect(
      outcome.output.contains(
        "\n\nThe same 2 sections in the same order; 2 rows differ in created and score.\n"))
    #expect(outcome.output.contains("\n    created  2 rows\n    score    1 row\n"))
  }

  @Test func `an accepted cause counts no longer, and others do`() throws {
    #expect(try compare("--accept", "dateForm").status == 3)
    #expect(try compare("--accept", "dateForm:score", "--ignore", "score").status == 3)
    let accepted = try compare("--accept", "dateForm:created", "--accept", "otherValue")
    #expect(accepted.status == 0)
    #expect(accepted.output.contains("accepted: dateForm in created, 2 rows"))
    let json = try compare("--accept", "dateForm", "--format", "json").objects
    let orders = try #require(json.first?["orders"] as? [[String: Any]])
    let causes = try #require(orders[0]["causes"] as? [[String: Any]])
    #expect(causes.map { $0["accepted"] as? Bool } == [true, false])
    #expect(orders[0]["rowsByColumn"] as? [String: Int] == ["created": 2, "score": 1])
    #expect(json.first?["equal"] as? Bool == false)
    #expect(json.first?["equalExceptAccepted"] as? Bool == false)
  }

  @Test func `the answer counts what isn't accepted, and says that there is more`() throws {
    let outcome = try compare("--accept", "dateForm:created")
    #expect(
      outcome.output.contains(
        "\n\nThe same 2 sections in the same order; 1 row differs in score; 1 accepted cause is left out.\n"
      ), "\(outcome.output)")
    #expect(outcome.output.contains("\n    created  2 rows, accepted\n    score    1 row\n"))
    #expect(
      outcome.output.contains("rows with different contents: 1, and 1 by accepted causes alone\n"))
    #expect(!outcome.output.contains("first different value"), "\(outcome.output)")
  }

  @Test func `what differs in contents is told once, whatever the orders`() throws {
    let outcome = try compare("--native")
    #expect(outcome.output.contains("\n  as above: dateForm in created, otherValue in score\n"))
    for once in ["rows that differ, by column:", "rows with different contents: 2", "2.5 and 3.5"] {
      #expect(outcome.output.components(separatedBy: once).count == 2, "\(outcome.output)")
    }
  }

  @Test func `what an accepted cause moved is no first difference`() throws {
    try first.write("UPDATE orders SET status = 'a' WHERE id = 1")
    try second.write(
      "UPDATE orders SET status = 'a', created = '2024-01-31' WHERE id = 1; UPDATE orders SET score = 2.5"
    )
    let outcome = try SectionalProcess(
      [
        "compare", first.path, second.path, "orders", "--sort", "created", "--accept", "dateForm",
        "--accept", "otherValue",
      ]
    ).finish()
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(!outcome.output.contains("first different row, at"), "\(outcome.output)")
  }

  @Test func `a column that neither store has is answered with each column once`() throws {
    let complaint = try compare("--accept", "case:nosuch").complaint
    #expect(complaint.components(separatedBy: "\"created\"").count == 2, "\(complaint)")
  }

  @Test func `a missing row is accepted in no column`() throws {
    let outcome = try compare("--accept", "missingRow:id")
    #expect(outcome.status == 2)
    #expect(outcome.complaint.contains("write missingRow"), "\(outcome.complaint)")
  }

  @Test func `a file names what is accepted`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).txt")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("# known since the migration\ndateForm:created\n\notherValue:score # checked\n".utf8)
      .write(to: file)
    #expect(try compare("--accept-from", file.path).status == 0)
    #expect(try compare("--accept-from", file.path + "x").status == 2)
    try Data("dateForm\n\ndateFrom # mistyped\n".utf8).write(to: file)
    let complaint = try compare("--accept-from", file.path).complaint
    #expect(complaint.contains("--accept-from: \(file.path), line 3: unknown cause dateFrom"))
  }

  @Test func `a cause names the row that shows it`() throws {
    #expect(try compare().output.contains("2.5 and 3.5  (row 2)\n"))
    let json = try compare("--format", "json").objects
    let orders = try #require(json.first?["orders"] as? [[String: Any]])
    let causes = try #require(orders[0]["causes"] as? [[String: Any]])
    #expect(causes.map { $0["id"] as? Int } == [1, 2])
  }

  @Test func `ignored columns aren't compared`() throws {
    #expect(try compare("--ignore", "created,score").status == 0)
    #expect(try compare("--ignore", "score").status == 3)
    let deciding = try compare("--ignore", "status")
    #expect(deciding.status == 1)
    #expect(deciding.complaint.contains("can't be ignored"))
    #expect(try compare("--ignore", "scroe").complaint.contains("did you mean \"score\"?"))
  }

  @Test(arguments: ["dateFrom", "unexplained", "dateForm:"])
  func `what is no cause is an error`(cause: String) throws {
    let outcome = try compare("--accept", cause)
    #expect(outcome.status == 2)
    #expect(outcome.complaint.contains("unknown cause"))
  }
}
