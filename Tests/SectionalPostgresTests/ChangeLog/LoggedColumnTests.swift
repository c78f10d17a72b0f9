import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Lists that read some columns: changes to other columns cost them nothing, and no other change is missed.
@MainActor @Suite(.serialized) struct LoggedColumnTests {
  struct Named: StoredRecord, Hashable {
    var id: Int
    var name: String
    static let table = RecordTable(
      "item", RecordColumn("id", \.id, primaryKey: true), RecordColumn("name", \.name),
      row: Named.init)
  }

  private static let schema = """
    CREATE TABLE item(n int, id int PRIMARY KEY, dropped int, name text NOT NULL, size numeric);
    ALTER TABLE item DROP COLUMN dropped;
    INSERT INTO item(id, name, n, size) SELECT g, 'name ' || g, g, g FROM generate_series(1, 20) g;
    """

  private let database: ScratchServerDatabase
  private let store: PostgresStore
  private let list: ResultsController<Named>
  private let recorder = ToldChanges<Named>()

  init() async throws {
    database = try await ScratchServerDatabase(LoggedColumnTests.schema)
    store = try database.store()
    list = ResultsController(
      fetchRequest: ResultsRequest<Named>(sortBy: [SortKey(\.name)]), store: store,
      changes: SilentSource(of: store))
    list.changesetDelegate = recorder
    try await store.installChangeLog(for: ["item"])
    try await list.performFetch()
  }

  private func write(_ sql: String) async throws {
    try await database.write(sql)
    try await list.refresh()
    let rows = try await store.read {
      try await $0.fetch(ResultsRequest<Named>(sortBy: [SortKey(\.name)]))
    }
    #expect(Array(list.results.rows) == rows, "\(sql)")
    #expect(list.diagnostics.fullFetches == 1, "\(list.diagnostics.fullFetchReason ?? "")")
  }

  @Test func `an update of a column that is not read reports no change and reads no rows`()
    async throws
  {
    let before = list.diagnostics
    try await write("UPDATE item SET n = n + 1")
    try await write("UPDATE item SET size = size + 1, n = 0 WHERE id < 10")
    try await write("UPDATE item SET size = '1.0' WHERE size = 12")
    #expect(list.diagnostics.versionChecks > before.versionChecks)
    #expect(list.diagnostics.rowsRead == before.rowsRead)
    #expect(recorder.take().isEmpty)
  }

  @Test func `an update of a column that is read is not missed`() async throws {
    try await write("UPDATE item SET n = 0, name = 'both' WHERE id = 1")
    #expect(recorder.take().values.reduce(0, +) == 1)
    try await write("UPDATE item SET n = 1; UPDATE item SET name = 'later' WHERE id = 2")
    #expect(recorder.take().values.reduce(0, +) == 1)
    try await write("UPDATE item SET id = 99 WHERE id = 3; DELETE FROM item WHERE id = 4")
    #expect(recorder.take() == ["delete": 2, "insert": 1])
    try await write("INSERT INTO item(id, name) VALUES (4, 'again')")
    #expect(recorder.take() == ["insert": 1])
  }

  @Test func `a column that only a trigger changes is not missed`() async throws {
    try await write(
      """
      CREATE FUNCTION rename() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN IF NEW.n < 0 THEN NEW.name := 'negative ' || NEW.id; END IF; RETURN NEW; END $$;
      INSERT INTO item(id, name, n) VALUES (50, 'z', 1)
      """)
    #expect(recorder.take() == ["insert": 1])
    try await database.write(
      """
      CREATE TRIGGER renaming BEFORE INSERT OR UPDATE OF n ON item FOR EACH ROW
        EXECUTE FUNCTION rename()
      """)
    // Creating a user's trigger changes the table, so everything is read once.
    try await list.refresh()
    let before = list.diagnostics.fullFetches
    try await database.write(
      "UPDATE item SET n = -1 WHERE id = 50; INSERT INTO item VALUES (-1, 60, 'x')")
    try await list.refresh()
    #expect(list.diagnostics.fullFetches == before)
    #expect(list.results.rows.filter { $0.name.hasPrefix("negative") }.map(\.id) == [50, 60])
  }

  @Test func `columns with high numbers are distinguished`() async throws {
    let names = (1...70).map { "c\($0)" }
    let bench = try await LogBench(
      """
      CREATE TABLE item(id int PRIMARY KEY, \(names.map { "\($0) int" }.joined(separator: ", ")));
      INSERT INTO item(id) SELECT g FROM generate_series(1, 5) g;
      """)
    for changed in [["c1"], ["c61"], ["c62"], ["c69"], ["c65", "c70"], names] {
      let assignments = changed.map { "\($0) = coalesce(\($0), 0) + 1" }.joined(separator: ", ")
      try await bench.write("UPDATE item SET \(assignments) WHERE id < 3")
      try await bench.check(fullFetches: 1, "\(changed)")
      #expect(bench.told() == ["update": 2], "\(changed)")
    }
  }
}
