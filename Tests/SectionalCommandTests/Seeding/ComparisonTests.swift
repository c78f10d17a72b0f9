import Sectional
import SectionalTesting
import Testing

/// Comparisons of tables that are declared differently in the two stores.
struct ComparisonTests {
  @Test func `a key's columns are the same in any case and order`() async throws {
    let first = try ScratchDatabase(
      "CREATE TABLE t(A INT, b INT, PRIMARY KEY (A, b)); INSERT INTO t VALUES (1, 2), (2, 1)")
    let second = try await ScratchServerDatabase(
      "CREATE TABLE t(\"B\" int, a int, PRIMARY KEY (\"B\", a)); INSERT INTO t VALUES (2, 1), (1, 2)"
    )
    let outcome = try SectionalProcess.run("compare", first.path, second.url, "t", "--sort", "a")
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test func `a derived section decides before the sort keys`() throws {
    let first = try ScratchDatabase(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, g, n); INSERT INTO t VALUES (1,'ax','p'),(2,'bx','q')"
    )
    let second = try ScratchDatabase(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, g, n); INSERT INTO t VALUES (1,'cx','p'),(2,'bx','q')"
    )
    let outcome = try SectionalProcess.run(
      "compare", first.path, second.path, "t", "--section", "prefix(g,1)", "--sort", "n")
    #expect(outcome.output.contains("first different row, at row 1, in prefix(g,1)"))
    #expect(outcome.output.contains("rows in a different section: 1  1 (\"a\" → \"c\")"))
  }

  @Test func `a section that a store splits is named`() throws {
    let sql = "INSERT INTO t VALUES (1,'a'),(2,'A'),(3,'a')"
    let first = try ScratchDatabase(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, g COLLATE NOCASE); \(sql)")
    let second = try ScratchDatabase("CREATE TABLE t(id INTEGER PRIMARY KEY, g); \(sql)")
    let outcome = try SectionalProcess.run(
      "compare", first.path, second.path, "t", "--section", "g", "--native")
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("sections repeated in \(first.path): 1  \"a\""))
  }

  @Test func `a column's name can't affect the terminal`() throws {
    let first = try ScratchDatabase(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, \"e\u{1B}[31m\nx\" INT)")
    let second = try ScratchDatabase("CREATE TABLE t(id INTEGER PRIMARY KEY)")
    let outcome = try SectionalProcess.run("compare", first.path, second.path, "t")
    #expect(outcome.status == 3)
    #expect(!outcome.output.contains("\u{1B}"))
  }
}
