import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Tables and columns whose names mean something in triggers.
struct LoggedNameTests {
  @Test(arguments: ["new", "old", "NEW", "held", "sectional", "rowid"], [[], ["new", "old"]])
  func `a table of any name is logged row by row`(name: String, columns: [String]) async throws {
    let file = try ScratchDatabase(
      """
      CREATE TABLE "\(name)"(id INTEGER PRIMARY KEY, "new" UNIQUE, "old", held UNIQUE);
      INSERT INTO "\(name)" VALUES (1, 1, 1, 1), (2, 2, 2, 2), (3, 3, 3, 3);
      """)
    #expect(
      try await names(
        [1], after: "UPDATE \"\(name)\" SET old = 9 WHERE id = 1", name, columns, file))
    #expect(
      try await names([4], after: "INSERT INTO \"\(name)\"(new) VALUES (4)", name, columns, file))
    #expect(
      try await names(
        [2, 7], after: "REPLACE INTO \"\(name)\" VALUES (7, 2, 7, 7)", name, columns, file))
    #expect(
      try await names(
        [3, 8], after: "UPDATE \"\(name)\" SET id = 8 WHERE id = 3", name, columns, file))
  }

  @Test(arguments: [[], ["rowid"]])
  func `a table with a column that is called rowid is logged by another name of the rowid`(
    columns: [String]
  ) async throws {
    let file = try ScratchDatabase(
      "CREATE TABLE new(rowid UNIQUE, old); INSERT INTO new VALUES (5, 1), (6, 2)")
    #expect(try await names([3], after: "INSERT INTO new VALUES (7, 1)", "new", columns, file))
    #expect(try await names([1, 4], after: "REPLACE INTO new VALUES (5, 1)", "new", columns, file))
  }

  @Test(arguments: [[], ["note"]])
  func `a key in a table called new is logged without a rowid`(columns: [String]) async throws {
    let file = try ScratchDatabase(
      """
      CREATE TABLE new(k TEXT PRIMARY KEY COLLATE NOCASE, note, UNIQUE (note)) WITHOUT ROWID;
      INSERT INTO new VALUES ('a', 1), ('b', 2);
      """)
    try await SQLiteStore(path: file.path).installChangeLog(for: ["new"], oldValuesOf: columns)
    let store = try SQLiteStore(path: file.path, access: .readOnly)
    let cursor = try #require(try await store.cursor())
    try file.write("UPDATE new SET k = 'C' WHERE k = 'a'")
    let keys = try await store.changes(of: "new", since: cursor).keys
    #expect(keys == [RowKey([.text("a")]), RowKey([.text("C")])])
  }

  /// Returns whether the log names exactly these rows after a statement of another program.
  private func names(
    _ rowIDs: [Int64], after statement: String, _ table: String, _ columns: [String],
    _ file: ScratchDatabase
  ) async throws -> Bool {
    try await SQLiteStore(path: file.path).installChangeLog(for: [table], oldValuesOf: columns)
    let store = try SQLiteStore(path: file.path, access: .readOnly)
    let cursor = try #require(try await store.cursor())
    try file.write(statement)
    return try await store.changes(of: table, since: cursor).keys
      == Set(rowIDs.map { RowKey(rowID: $0) })
  }
}
