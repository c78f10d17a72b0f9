import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import Testing

@Suite struct JournalLawTests {
  @Test(
    arguments: HistoryPlan.series(
      0..<30, of: [.integerKey], showing: HistoryExtent.samples,
      presenting: HistoryPresentation.allCases))
  func `lists that follow the journal keep every law`(plan: HistoryPlan) async throws {
    try await LawSuite(JournaledFile(), plan: plan).run(ListHistory(plan).prefix(40))
  }

  @Test(arguments: HistoryPlan.series(36..<40, of: [.integerKey]))
  func `a file and a memory store show and report the same`(plan: HistoryPlan) async throws {
    let suite = try await ParitySuite(JournaledFile(), MemoryLawSubject(plan.shape), plan: plan)
    try await suite.run(ListHistory(plan).prefix(40))
  }

  @Test(arguments: HistoryPlan.series(30..<36, of: [.integerKey]))
  func `lists that are opened from their caches are never stale`(plan: HistoryPlan) async throws {
    let tally = try await CacheSuite(JournaledCache(), plan: plan).run(openings: 12)
    #expect(tally.openings == 12 && tally.hits + tally.catchUps > 0, "\(tally)")
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

  let path: String
  private let shell: SQLiteShell
  private let store: SQLiteStore

  init() async throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "sectional-\(UUID().uuidString).sqlite")
    path = file.path
    shell = try SQLiteShell(path: path)
    try await shell.execute(
      """
      PRAGMA journal_mode = WAL; PRAGMA recursive_triggers = ON;
      \(TableShape.integerKey.declaration);
      \(JournaledFile.journal)
      """)
    store = try SQLiteStore(path: path)
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

  /// Copies everything from the log into the file.
  func checkpoint() async throws { _ = try await shell.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
}

/// The same file, whose lists are closed and opened again.
struct JournaledCache: CacheSubject {
  private let file: JournaledFile

  init() async throws { file = try await JournaledFile() }

  func makeController(
    _ request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) throws -> sending ResultsController<StoredRow> {
    let store = try SQLiteStore(path: file.path)
    return ResultsController(
      fetchRequest: request, store: store, sectionBy: section, cacheName: "items",
      changes: JournalSource(store: store))
  }

  func apply(_ transaction: ScriptedTransaction) async throws { try await file.apply(transaction) }

  /// Writes to the file itself, and gives it the time that it had before.
  func meddle(_ transaction: ScriptedTransaction, choosing number: Int) async throws {
    let before = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate]
    try await file.apply(transaction)
    try await file.checkpoint()
    guard let date = before as? Date else { return }
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
  }

  func truth(_ plan: HistoryPlan) async throws -> [[OracleValue]] { try await file.truth(plan) }
}
