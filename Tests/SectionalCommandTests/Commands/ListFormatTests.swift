import Foundation
import SectionalTesting
import Testing

/// The forms in which `list` writes rows.
@Suite struct ListFormatTests {
  private func orders() throws -> ScratchDatabase {
    try ScratchDatabase(
      """
      CREATE TABLE orders(id INTEGER PRIMARY KEY, status TEXT, note TEXT, total REAL);
      INSERT INTO orders VALUES (1, 'new', 'a,"b"' || char(10) || 'c', 1.5), (2, 'paid', '', NULL),
        (3, NULL, 'x|y' || char(9) || 'z', 2)
      """)
  }

  private func list(_ file: ScratchDatabase, _ options: String...) throws
    -> SectionalProcess.Outcome
  {
    try SectionalProcess(["list", file.path, "orders"] + options).finish()
  }

  @Test func `CSV tells null from an empty text, and can be loaded again`() throws {
    let file = try orders()
    let outcome = try list(file, "--format", "csv", "--section", "status")
    #expect(
      outcome.output
        == "id,status,note,total\n3,,x|y\tz,2.0\n1,new,\"a,\"\"b\"\"\nc\",1.5\n2,paid,\"\",\n")
    let copy = try ScratchDatabase("CREATE TABLE unused(x)")
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
      .path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(outcome.output.utf8).write(to: URL(filePath: path))
    let other = try ScratchDatabase("CREATE TABLE unused(x)")
    let loaded = try SectionalProcess.run(
      "compare", copy.path, other.path, "orders", "--seed-from", path)
    #expect(loaded.status == 0, "\(loaded.complaint)")
    let compared = try SectionalProcess.run("compare", file.path, copy.path, "orders")
    #expect(compared.status == 0, "\(compared.output)")
  }

  @Test func `TSV and Markdown have a line for each row`() throws {
    let file = try orders()
    #expect(
      try list(file, "--format", "tsv").output
        == "id\tstatus\tnote\ttotal\n1\tnew\ta,\"b\"\\nc\t1.5\n2\tpaid\t\t\\N\n3\t\\N\tx|y\\tz\t2.0\n"
    )
    let markdown = try list(
      file, "--format", "markdown", "--section", "status", "--columns", "id,note,total")
    #expect(
      markdown.output.contains(
        "## paid\n\n| id | note | total |\n| --- | --- | --- |\n| 2 | '' | NULL |\n"))
    #expect(markdown.output.contains("## NULL\n"))
    #expect(markdown.output.contains("| 1 | a,\"b\"<br>c | 1.5 |"))
    #expect(markdown.output.contains("| 3 | x\\|y"))
  }

  @Test func `derived sections of nulls, empty texts and blobs stay apart`() throws {
    let file = try orders()
    try file.write(
      "UPDATE orders SET note = NULL WHERE id = 1; UPDATE orders SET note = x'00ff' WHERE id = 3")
    func fields(_ format: String) throws -> [Substring] {
      try list(
        file, "--format", format, "--columns", "id", "--section", "first-letter(note)"
      ).output.split(separator: "\n").dropFirst().map { $0 }
    }
    #expect(try fields("csv") == [",1", "\"\",2", "x'00ff',3"])
    #expect(try fields("tsv") == ["\\N\t1", "\t2", "x'00ff'\t3"])
  }

  @Test func `Markdown shows what it would read as a form`() throws {
    let file = try orders()
    try file.write(
      #"UPDATE orders SET note = 'a\|b <i>*c* `d` &lt; __e__ [f](g) ~~h~~' WHERE id = 1"#)
    let markdown = try list(file, "--format", "markdown", "--columns", "note", "--where", "id = 1")
    #expect(
      markdown.output.contains(
        #"| a\\\|b &lt;i>\*c\* \`d\` &amp;lt; \_\_e\_\_ \[f](g) \~\~h\~\~ |"#),
      "\(markdown.output)")
  }

  @Test func `what is escaped is found beside marks, joiners and carriage returns`() throws {
    let file = try orders()
    try file.write(
      """
      DELETE FROM orders; INSERT INTO orders(id, note) VALUES (1, '"' || char(769) || ',q'),
        (2, 'a' || char(13, 10) || 'b'), (3, 'A|' || char(769) || 'B' || char(0x2400))
      """)
    let csv = try list(file, "--format", "csv", "--columns", "note")
    #expect(csv.output.utf8.contains("\"\"\"\u{301},q\"\n".utf8), "\(csv.output)")
    let tsv = try list(file, "--format", "tsv", "--columns", "note")
    #expect(tsv.output.utf8.contains("a\\r\\nb\n".utf8), "\(tsv.output)")
    let markdown = try list(file, "--format", "markdown", "--columns", "note")
    #expect(markdown.output.utf8.contains("A\\|\u{301}B\u{2400} |".utf8), "\(markdown.output)")
    #expect(markdown.output.utf8.contains("| a<br>b |".utf8), "\(markdown.output)")
  }

  @Test func `a section's name sends nothing to the terminal`() throws {
    let file = try orders()
    try file.write("UPDATE orders SET status = char(27) || ']0;OWNED' || char(7) || ' '")
    let outcome = try list(file, "--section", "status")
    #expect(outcome.output.contains("'␛]0;OWNED␇ '"), "\(outcome.output)")
    #expect(!outcome.output.unicodeScalars.contains("\u{1B}"))
  }

  @Test func `columns are chosen, and a row is shown as a record`() throws {
    let file = try orders()
    let chosen = try list(file, "--columns", "total,id").output
    #expect(chosen.contains("total  id\n"))
    #expect(!chosen.contains("note"))
    let record = try list(file, "--record", "--where", "id = 2").output
    #expect(record.contains("\n    id  2\nstatus  paid\n  note  ''\n total  NULL\n"))
    let unknown = try list(file, "--columns", "totl")
    #expect(unknown.status == 1)
    #expect(unknown.complaint.contains("did you mean \"total\"?"))
  }

  @Test(arguments: [
    (["--rows"], "--format json"),
    (["--format", "json", "--columns", "id"], "leave out --columns"),
    (["--record", "--format", "csv"], "--record"),
  ])
  func `options that can't have an effect are errors`(options: [String], words: String) throws {
    let file = try orders()
    let outcome = try SectionalProcess(["list", file.path, "orders"] + options).finish()
    #expect(outcome.status == 2)
    #expect(outcome.complaint.contains(words), "\(outcome.complaint)")
  }

  @Test func `a search in a column of numbers and dates that are far away are doubted`() throws {
    let file = try orders()
    #expect(
      try list(file, "--search", "id:1").complaint.contains("--where 'id = 7'"))
    try file.write(
      "CREATE TABLE visits(id INTEGER PRIMARY KEY, at INTEGER); INSERT INTO visits VALUES (1, 13350000000000000)"
    )
    let visits = try SectionalProcess.run("list", file.path, "visits", "--section", "day(at,us)")
    #expect(visits.complaint.contains("'day(at,us since 1601)'"), "\(visits.complaint)")
    let right = try SectionalProcess.run(
      "list", file.path, "visits", "--section", "day(at,us since 1601)")
    #expect(right.complaint.isEmpty)
    #expect(right.output.contains("── 2024-01-17 ── 1"), "\(right.output)")
    try file.write("UPDATE visits SET at = 1700000000000")
    let seconds = try SectionalProcess.run("list", file.path, "visits", "--section", "day(at)")
    #expect(seconds.complaint.contains("'day(at,ms)'"), "\(seconds.complaint)")
    // Rows without a date say nothing of the others, and neither does the name Later.
    try file.write("INSERT INTO visits VALUES (2, NULL), (3, NULL)")
    let mostlyNull = try SectionalProcess.run("list", file.path, "visits", "--section", "day(at)")
    #expect(mostlyNull.complaint.contains("'day(at,ms)'"), "\(mostlyNull.complaint)")
    let relative = try SectionalProcess.run(
      "list", file.path, "visits", "--section", "relative(at)")
    #expect(relative.complaint.contains("'relative(at,ms)'"), "\(relative.complaint)")
    let page = try SectionalProcess.run(
      "list", file.path, "visits", "--section", "day(at)", "--at", "0", "--limit", "3")
    #expect(page.complaint.contains("'day(at,ms)'"), "\(page.complaint)")
  }

  @Test(arguments: ["compare", "check"])
  func `a search in a column of numbers is doubted by each command`(command: String) throws {
    let file = try orders()
    let stores = command == "compare" ? [file.path, file.path] : [file.path]
    let outcome = try SectionalProcess([command] + stores + ["orders", "--search", "id:1"]).finish()
    #expect(outcome.complaint.contains("--where 'id = 7'"), "\(outcome.complaint)")
  }

  @Test func `a section's number next to a limit is not its size`() throws {
    let file = try orders()
    #expect(
      try list(file, "--section", "status", "--limit", "2").output.contains("── new ── 1 shown"))
    #expect(try list(file, "--section", "status").output.contains("── new ── 1\n"))
  }
}
