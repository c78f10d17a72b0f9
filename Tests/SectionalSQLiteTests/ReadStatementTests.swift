import SectionalSQL
import Testing

@Suite struct ReadStatementTests {
  @Test(arguments: [
    ("SELECT 1", "SELECT 1"), ("SELECT 1;", "SELECT 1"),
    ("SELECT 1 ; -- end\n /* ; */ ;", "SELECT 1 "),
    ("SELECT ';' ; ", "SELECT ';' "), ("SELECT \";\" -- ;", "SELECT \";\" -- ;"),
    ("SELECT [a;b], `c;d`, 'it''s;' ;", "SELECT [a;b], `c;d`, 'it''s;' "),
    ("SELECT 1; SELECT 2", "SELECT 1; SELECT 2"), ("SELECT '\u{301}x;';", "SELECT '\u{301}x;'"),
    ("SELECT 'open;", "SELECT 'open;"), ("", ""),
  ]) func `only the terminator of a single statement is removed`(sql: String, statement: String) {
    #expect(
      ReadStatement.withoutTerminator(sql).unicodeScalars.elementsEqual(statement.unicodeScalars))
  }

  @Test(arguments: [
    "select 1", "  -- why\n WITH x AS (SELECT 1) SELECT * FROM x", "/* a */VALUES(1)",
  ])
  func `a reading statement is recognized by its beginning`(sql: String) {
    #expect(ReadStatement.beginsLikeOne(sql))
  }

  @Test(arguments: [
    "PRAGMA x", "selecting", "-- SELECT", "", "'SELECT'", "(SELECT 1)", ";SELECT 1",
  ])
  func `other statements are not taken for reading ones`(sql: String) {
    #expect(!ReadStatement.beginsLikeOne(sql))
  }

  @Test func `identifiers with any contents are quoted`() {
    #expect(QuotedIdentifier.quoted("a\"b; --") == "\"a\"\"b; --\"")
  }

  @Test
  func `the words of a text exclude strings, quoted names and comments`() {
    let text = "create Trigger \"before\" AFTER/* x */update\n-- never\nON [a b] WHEN été_1 = 'now'"
    let words = ["CREATE", "TRIGGER", "AFTER", "UPDATE", "ON", "WHEN", "ÉTÉ_1"]
    #expect(ReadStatement.words(of: text) == words)
    #expect(ReadStatement.words(of: "") == [])
  }
}
