import Sectional
import SectionalSQL
import Testing

@testable import SectionalPostgres

/// Placeholders are recognized where the server would recognize them.
struct PostgresPlaceholderTests {
  private func numbered(_ text: String, _ count: Int = 1, after: Int = 2) -> String {
    PostgresPlaceholders.numbered(
      SQLText(text, Array(repeating: .integer(0), count: count)), after: after)
  }

  @Test func `question marks become numbered placeholders`() {
    #expect(numbered("a = ? AND b = ?", 2) == "a = $3 AND b = $4")
    #expect(numbered("a = ? AND tags ?? 'x'") == "a = $3 AND tags ? 'x'")
    #expect(numbered("a ?| b = ?") == "a $3| b = $4")
  }

  @Test func `numbered placeholders are shifted, and question marks beside them are operators`() {
    #expect(numbered("a = $1 OR b = $2 OR c = $1", 2) == "a = $3 OR b = $4 OR c = $3")
    #expect(numbered("tags ? 'x' AND a = $1") == "tags ? 'x' AND a = $3")
    #expect(numbered("a[$1]::int = $12") == "a[$3]::int = $14")
    #expect(numbered("$99999999999999999999 = $1") == "$99999999999999999999 = $3")
  }

  @Test(
    arguments: [
      "'? $1 ''?'", "\"? $1 \"\"?\"", "E'\\'? $1'", "e'a\\\\' || '?'", "$$? $1$$",
      "$a$ $$ ? $b$ $a$",
      "-- ? $1", "/* ? /* ? */ $1 */", "U&'?'", "a$1", "'a'\n'?'", "E'a'\n'b\\'?'",
    ])
  func `strings, names and comments contain no placeholders`(text: String) {
    #expect(numbered("\(text)\n + ?") == "\(text)\n + $3")
    #expect(numbered("\(text)\n + $1") == "\(text)\n + $3")
  }

  @Test func `SQL without arguments is left unchanged`() {
    #expect(numbered("tags ? 'x' OR $1", 0) == "tags ? 'x' OR $1")
  }

  @Test func `a comment ends with either end of a line`() {
    #expect(numbered("-- ?\r ?") == "-- ?\r $3")
  }

  @Test func `a parenthesis that a condition doesn't open is recognized`() {
    for condition in ["a = 1) OR (b = 2", ")", "a = '(') OR (true"] {
      #expect(PostgresScanner.closesForeignParenthesis(condition), "\(condition)")
    }
    for condition in [
      "(a = 1) OR (b = 2) -- )", "a = ')'", "a = $x$)$x$", "a = E'\\')'", "/* /* ) */ ) */ true",
      "\")\" = 1",
    ] { #expect(!PostgresScanner.closesForeignParenthesis(condition), "\(condition)") }
  }

  @Test(
    arguments: [
      "COMMIT", "/* /* */ */ commit", "SELECT 1; rollback", "; begin", "-- x\n End", "-- x\r abort",
      "SAVEPOINT a", "RELEASE a", "PREPARE TRANSACTION 'a'", "start transaction",
      "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; END; COMMIT",
    ])
  func `statements that control transactions are recognized`(sql: String) {
    #expect(PostgresScanner.controlsTransaction(sql))
  }

  @Test(
    arguments: [
      "SELECT 'COMMIT'", "INSERT INTO begin VALUES (1)", "PREPARE a AS SELECT 1", "$$;COMMIT;$$",
      "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; SELECT 2; END", "/* COMMIT; */",
      "SELECT E'\\'; COMMIT'",
    ])
  func `other statements are not taken for transaction control`(sql: String) {
    #expect(!PostgresScanner.controlsTransaction(sql))
  }
}
