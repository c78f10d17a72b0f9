import Foundation
import SectionalTesting
import Testing

/// `compare` on a file and a server, and on two files.
@Suite struct CompareCommandTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func compare(_ arguments: String..., status: Int32) throws -> SectionalProcess.Outcome {
    let outcome = try SectionalProcess(["compare"] + arguments).finish()
    #expect(outcome.status == status, "\(outcome.complaint)\(outcome.output)")
    return outcome
  }

  /// Returns one of the orders of a comparison in JSON.
  private func order(_ outcome: SectionalProcess.Outcome, _ place: Int = 0) throws -> [String: Any]
  {
    let orders = try #require(outcome.objects.first?["orders"] as? [[String: Any]])
    return orders[place]
  }

  @Test func `difficult values are the same list on a file and on a server`() async throws {
    let file = try ScratchDatabase()
    let server = try await ScratchServerDatabase()
    let fixture = Self.package.appending(path: "Fixtures/difficult.csv").path
    let seeded = try compare(
      file.path, server.url, "name", "--seed-from", fixture, "--section", "initial", "--sort",
      "name", status: 0)
    #expect(
      seeded.output.contains("The same 165 rows in the same 121 sections, in the same order."))
    for options in [
      ["--section", "first-letter(name)", "--sort", "name:caseInsensitive"],
      ["--section", "kind", "--sort", "name:desc"], ["--section", "prefix(name,2)"],
      ["--sort", "initial:desc:caseInsensitive", "--sort", "name"],
    ] {
      let outcome = try SectionalProcess(["compare", file.path, server.url, "name"] + options)
        .finish()
      #expect(outcome.status == 0, "\(options) \(outcome.output)")
    }
    let native = try compare(
      file.path, server.url, "name", "--section", "initial", "--sort", "name", "--native",
      "--format", "json", status: 3)
    #expect(native.objects.first?["equal"] as? Bool == false)
    #expect(try order(native)["equal"] as? Bool == true)
    #expect(try order(native, 1)["equal"] as? Bool == false)
    #expect(try order(native, 1)["order"] as? String == "native")
    // One statement gives the server Sectional's order.
    let text = try compare(
      file.path, server.url, "name", "--section", "initial", "--sort", "name", "--native", status: 3
    ).output
    let statements = text.split(separator: "\n").filter { $0.contains("ORDER BY \"") }
    #expect(statements.count == 1, "\(text)")
    let sorted = try await server.write("SELECT id FROM name \(try #require(statements.first))")
    #expect(try file.write("SELECT id FROM name ORDER BY initial, name, id") == sorted)
  }

  @Test func `differences are named`() throws {
    let (first, second) = (try ScratchDatabase.contacts(), try ScratchDatabase.contacts())
    #expect(
      try compare(first.path, second.path, "contact", "--section", "team", status: 0).output
        .contains("The same 3 rows in the same 3 sections, in the same order."))
    try second.write(
      """
      UPDATE contact SET name = 'Ad' || char(0x61, 0x301) WHERE id = 1;
      UPDATE contact SET team = 'Gray' WHERE id = 2;
      INSERT INTO contact VALUES (4, 'Di', 'Red');
      """)
    let outcome = try compare(
      first.path, second.path, "contact", "--section", "team", "--format", "json", status: 3)
    let order = try order(outcome)
    #expect(order["rows"] as? [Int] == [3, 4])
    let sections = try #require(order["sectionsOnlyIn"] as? [[Any]])
    #expect(sections[0].first is NSNull && sections[1].first as? String == "Gray")
    #expect((order["rowsOnlyIn"] as? [[Int]]) == [[], [4]])
    let changed = try #require(order["rowsInAnotherSection"] as? [[String: Any]])
    #expect(changed.map { $0["id"] as? Int } == [2])
    #expect(order["rowsWithOtherContents"] as? Int == 2)
    let other = try #require(order["firstOtherValue"] as? [String: Any])
    #expect(other["column"] as? String == "team")
    let text = try compare(first.path, second.path, "contact", status: 3).output
    #expect(text.contains("rows only in \(second.path): 1  4"))
    #expect(text.contains("\n    Ada and Adá  (row 1)\n"))
  }

  @Test func `the fewest possible rows are reported as moved`() throws {
    let first = try ScratchDatabase(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, n); INSERT INTO t VALUES (1,1),(2,2),(3,3),(4,4)")
    let second = try ScratchDatabase(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, n); INSERT INTO t VALUES (1,9),(2,2),(3,3),(4,4)")
    let order = try order(
      try compare(first.path, second.path, "t", "--sort", "n", "--format", "json", status: 3))
    let moved = try #require(order["rowsMoved"] as? [[String: Any]])
    #expect(moved.map { $0["id"] as? Int } == [1])
    #expect(moved.map { [$0["from"] as? Int, $0["to"] as? Int] } == [[0, 3]])
  }

  @Test func `numbers are compared by value, and a key by its columns' names`() async throws {
    let first = try ScratchDatabase(
      "CREATE TABLE t(a INTEGER, b TEXT, n, PRIMARY KEY (a, b)); INSERT INTO t VALUES (1,'x',1)")
    let second = try await ScratchServerDatabase(
      """
      CREATE TABLE t(b text, a bigint, n double precision, PRIMARY KEY (b, a));
      INSERT INTO t VALUES ('x', 1, 1);
      """)
    _ = try compare(first.path, second.url, "t", "--sort", "n", "--section", "n", status: 0)
  }

  @Test func `an error says what can't be compared or loaded, and what to do`() throws {
    let file = try ScratchDatabase.contacts()
    let csv = file.folder.appending(path: "bad.csv").path
    func complaint(_ text: String, _ arguments: String..., status: Int32 = 1) throws {
      let outcome = try SectionalProcess(["compare"] + arguments).finish()
      #expect(outcome.status == status)
      #expect(outcome.complaint.contains(text), "\(outcome.complaint)")
    }
    try complaint("takes two stores and a table", file.path, "contact", status: 2)
    try complaint("can't be read", file.path, file.path, "new", "--seed-from", csv)
    try Data("id:integer,n:real\n1,2\nx,3\n".utf8).write(to: URL(filePath: csv))
    try complaint(
      "line 3, field 1: id is not of type integer", file.path, file.path, "new", "--seed-from", csv)
    try Data("id,n\n1\n".utf8).write(to: URL(filePath: csv))
    try complaint("1 fields for 2 columns", file.path, file.path, "new", "--seed-from", csv)
    try Data("id,n\n1,\"a\n".utf8).write(to: URL(filePath: csv))
    try complaint("never closed", file.path, file.path, "new", "--seed-from", csv)
    try Data("id,n\n1,2\n".utf8).write(to: URL(filePath: csv))
    try complaint("leave out --seed-from", file.path, file.path, "contact", "--seed-from", csv)
    try complaint(
      "derived section values", file.path, file.path, "contact", "--native", "--section",
      "first-letter(name)")
  }
}
