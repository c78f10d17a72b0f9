import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import Testing

@Suite struct JournalLawTests {
  @Test(
    arguments: HistoryPlan.series(
      0..<24, of: [.integerKey], showing: HistoryExtent.samples,
      presenting: HistoryPresentation.allCases))
  func `lists that follow the journal keep every law`(plan: HistoryPlan) async throws {
    try await LawSuite(JournaledFile(), plan: plan).run(ListHistory(plan).prefix(40))
  }
}

/// A file with a journal under test, which the `sqlite3` program writes, and whose true rows it reads.
struct JournaledFile: LawSubject {
  /// The journal of the table `item`.
  static let journal = """
    CREATE TABLE journal(number INTEGER PRIMARY KEY AUTOINCREMENT,
      mark INTEGER NOT NULL DEFAULT (random()), name TEXT NOT NULL, item INTEGER NOT NULL);
    CREATE TRIGGER item_inserted AFTER INSERT ON item BEGIN
      INSERT INTO journal(name, item) VALUES ('item', new.id); END;
    CREATE TRIGGER item_updated AFTER UPDATE ON item BEGIN
      INSERT INTO journal(name, item) VALUES ('item', old.id), ('item', new.id); END;
    CREATE TRIGGER item_deleted AFTER DELETE ON item BEGIN
      INSERT INTO journal(name, item) VALUES ('item', old.id); END;
    """

  private let shell: SQLiteShell
  private let store: SQLiteStore

  init() async throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "sectional-\(UUID().uuidString).sqlite")
    shell = try SQLiteShell(path: file.path)
    try await shell.execute(
      """
      PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 10000; PRAGMA recursive_triggers = ON;
      \(TableShape.integerKey.declaration);
      \(JournaledFile.journal)
      """)
    store = try SQLiteStore(path: file.path)
  }

  func makeController(
    _ request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) -> sending ResultsController<StoredRow> {
    ResultsController(
      fetchRequest: request, store: store, sectionBy: section, changes: JournalSource(store: store))
  }

  func apply(_ transaction: ScriptedTransaction) async throws {
    try await shell.execute(transaction.script)
  }

  func truth(_ plan: HistoryPlan) async throws -> [[OracleValue]] {
    try await shell.rows(plan.expressions, from: plan.source)
  }

  func version() async throws -> String? { try await version(of: store) }

  func ring() { store.noteChanges(in: "item") }
}
