import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// A change log into which another program writes, or on which it creates something.
@MainActor struct MeddledLogTests {
  private let file: ScratchDatabase
  private let list: ResultsController<StoredRow>

  init() async throws {
    file = try ScratchDatabase(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO item VALUES (1, 'one'), (2, 'two'), (3, 'three');
      """)
    let store = try file.store()
    try await store.installChangeLog(for: ["item"])
    list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: store, sectionBy: nil)
    try await list.performFetch()
  }

  private func status() async throws -> ChangeLogStatus? {
    try await SQLiteStore(path: file.path).changeLogStatus()["item"]
  }

  /// Writes as another program, and expects that the list shows it.
  private func expectFollowing(_ sql: String) async throws {
    try file.write(sql)
    try await list.refresh()
    let fresh = ResultsController(
      fetchRequest: list.fetchRequest, store: try file.store(), sectionBy: nil)
    try await fresh.performFetch()
    #expect(ListPicture(list.results) == ListPicture(fresh.results), "after \(sql)")
  }

  @Test(arguments: [.max, .max - 1, 1 << 62 + 1] as [Int64])
  func `a number that nobody reaches by counting makes lists read all rows`(
    number: Int64
  ) async throws {
    try await expectFollowing("INSERT INTO sectional_log(seq, name) VALUES (\(number), 'x')")
    #expect(try await status() == .outdated)
    for id in 1...3 { try await expectFollowing("UPDATE item SET name = 'new' WHERE id = \(id)") }
    try await SQLiteStore(path: file.path).installChangeLog(for: ["item"])
    #expect(try await status() == .installed)
    try await expectFollowing("DELETE FROM item WHERE id = 2")
    #expect(try file.write("SELECT max(seq) < 10 FROM sectional_log") == "1\n")
  }

  @Test func `entries that are missing make lists read all rows`() async throws {
    try await expectFollowing(
      """
      BEGIN; UPDATE item SET name = 'x' WHERE id = 1; UPDATE item SET name = 'y' WHERE id = 2;
      DELETE FROM sectional_log WHERE seq = (SELECT max(seq) - 1 FROM sectional_log); COMMIT
      """)
  }

  @Test(arguments: [
    "CREATE TRIGGER strange BEFORE INSERT ON sectional_log BEGIN SELECT RAISE(IGNORE); END",
    "CREATE TRIGGER strange AFTER INSERT ON SECTIONAL_LOG BEGIN UPDATE sectional_log SET item = 9 WHERE seq = new.seq; END",
    "CREATE INDEX strange ON sectional_log(name)",
  ])
  func `something strange on the log makes it outdated`(statement: String) async throws {
    try await expectFollowing(statement)
    #expect(try await status() == .outdated)
    try await expectFollowing("UPDATE item SET name = 'new' WHERE id = 2")
    let store = try SQLiteStore(path: file.path)
    let error = await storeError { try await store.installChangeLog(for: ["item"]) }
    #expect(error?.message.contains("strange") == true)
    try file.write("DROP \(statement.split(separator: " ")[1]) strange")
    try await store.installChangeLog(for: ["item"])
    #expect(try await status() == .installed)
    try await expectFollowing("UPDATE item SET name = 'newer' WHERE id = 3")
  }
}
