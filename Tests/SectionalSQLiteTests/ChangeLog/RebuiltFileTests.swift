import Foundation
import Sectional
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

@testable import SectionalSQLite

/// A file that takes the place of one with a change log, and that has a copy of the log but other rows.
@MainActor @Suite(.serialized) struct RebuiltFileTests {
  enum Rebuilding: String, CaseIterable, Sendable {
    case dumped, dumpedToTheSamePath, writtenWithoutTriggers, edited, dumpedOver, editedInPlace

    /// Whether the file keeps its identity, and only its times or its counter show what happened.
    var isInPlace: Bool { self == .dumpedOver || self == .editedInPlace }

    /// Makes a copy whose bytes are edited.
    fileprivate static let editing = """
      sqlite3 scratch.sqlite 'PRAGMA wal_checkpoint(TRUNCATE)'
      cp scratch.sqlite other.sqlite
      sed -i.old s/two/TWO/g other.sqlite
      """
    /// Makes a file from the edited text of a dump, with the same versions of the schema and of the journal: with
    /// another schema, a list would read everything anyway.
    private static let dumping = """
      V=$(sqlite3 scratch.sqlite 'PRAGMA schema_version')
      M=$(sqlite3 scratch.sqlite 'PRAGMA journal_mode')
      sqlite3 scratch.sqlite .dump | sed "s/'two'/'zwei'/" > dump.sql
      sqlite3 other.sqlite < dump.sql
      sqlite3 other.sqlite "PRAGMA schema_version = $V"
      """
    private static let journal = "sqlite3 other.sqlite \"PRAGMA journal_mode = $M\""
    /// Commits more often than the first file's writers did.
    private static let committing =
      "for I in $(seq 30); do echo \"PRAGMA user_version = $I;\"; done | sqlite3 other.sqlite"
    private static let removing = "rm -f scratch.sqlite-wal scratch.sqlite-shm"

    /// The commands that put the file in place, in its folder.
    fileprivate var script: String {
      let commands =
        switch self {
        case .dumped:
          [
            Self.dumping, Self.committing, Self.journal, Self.removing,
            "mv other.sqlite scratch.sqlite",
          ]
        case .dumpedToTheSamePath:
          [
            Self.dumping, Self.removing, "rm scratch.sqlite other.sqlite",
            "sqlite3 scratch.sqlite < dump.sql",
            "sqlite3 scratch.sqlite \"PRAGMA schema_version = $V\"",
            Self.committing.replacing("other.", with: "scratch."),
            Self.journal.replacing("other.", with: "scratch."),
          ]
        case .writtenWithoutTriggers:
          [
            Self.editing,
            """
            sqlite3 -cmd '.dbconfig enable_trigger off' other.sqlite \
            "UPDATE item SET name = 'zwei' WHERE id = 2; DELETE FROM loose WHERE rowid = 1"
            """, Self.removing, "mv other.sqlite scratch.sqlite",
          ]
        case .edited: [Self.editing, Self.removing, "mv other.sqlite scratch.sqlite"]
        case .dumpedOver:
          [Self.dumping, Self.journal, Self.removing, "cat other.sqlite > scratch.sqlite"]
        case .editedInPlace: [Self.editing, "cat other.sqlite > scratch.sqlite"]
        }
      return commands.joined(separator: "\n")
    }
  }

  nonisolated static let tables = ["item", "loose"]

  /// Creates a file in which the rowids of the table `loose` have a gap, which a dump doesn't keep.
  private func file(_ mode: String) async throws -> ScratchDatabase {
    let file = try ScratchDatabase(
      """
      PRAGMA journal_mode = \(mode);
      CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE loose(name TEXT);
      INSERT INTO item VALUES (1, 'one'), (2, 'two'), (3, 'three');
      INSERT INTO loose VALUES ('one'), ('gap'), ('two'); DELETE FROM loose WHERE name = 'gap';
      """)
    try await SQLiteStore(path: file.path).installChangeLog(for: Self.tables)
    try file.write("UPDATE item SET name = 'eins' WHERE id = 1; UPDATE loose SET name = name")
    return file
  }

  /// Runs commands in the file's folder, in another process.
  private func run(_ script: String, in file: ScratchDatabase) throws {
    // A list that follows the file can be reading it.
    let patience = "sqlite3() { command sqlite3 -cmd '.timeout 10000' \"$@\"; }"
    let (_, status) = try ChildProgram(
      ["sh", "-ec", "cd '\(file.folder.path)'\n\(patience)\n\(script)"]
    ).finish()
    #expect(status == 0)
  }

  private func list(
    of table: String, in file: ScratchDatabase, cached: Bool
  ) throws -> ResultsController<StoredRow> {
    let controller = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(source: .table(table)),
      store: try SQLiteStore(path: file.path, access: .readOnly), sectionBy: .column("name"),
      cacheName: cached ? table : nil)
    controller.options.cache?.folder = SectionCacheFolder(path: file.folder.path + "/cache")
    return controller
  }

  /// Opens a list from its cache and closes it again; returns the outcome.
  private func open(
    _ table: String, in file: ScratchDatabase
  ) async throws -> SectionCacheReport.Outcome? {
    let fresh = try list(of: table, in: file, cached: false)
    try await fresh.performFetch()
    let opened = try list(of: table, in: file, cached: true)
    try await opened.performFetch(.sections)
    #expect(
      HeldPicture(opened.results).difference(from: ListPicture(fresh.results), calling: "the list")
        == nil,
      "\(String(describing: opened.diagnostics.cache))")
    let names = try file.write("SELECT DISTINCT name FROM \(table) ORDER BY name")
    #expect(opened.sections.map(\.name).joined(separator: "\n") + "\n" == names)
    await fresh.close()
    await opened.close()
    return opened.diagnostics.cache?.outcome
  }

  @Test(arguments: Rebuilding.allCases, ["DELETE", "WAL"])
  func `a list that is opened from its cache shows the rows that are in place`(
    rebuilding: Rebuilding, mode: String
  ) async throws {
    // With a write-ahead log, nothing tells an overwritten file from one that was written.
    guard mode == "DELETE" || !rebuilding.isInPlace else { return }
    let file = try await file(mode)
    for table in Self.tables { _ = try await open(table, in: file) }
    for table in Self.tables { #expect(try await open(table, in: file) == .hit) }
    try run(rebuilding.script, in: file)
    for table in Self.tables { #expect(try await open(table, in: file) == .miss) }
    try file.write("UPDATE item SET name = 'last' WHERE id = 1; INSERT INTO loose VALUES ('last')")
    for table in Self.tables { #expect(try await open(table, in: file) == .caughtUp) }
  }

  @Test(arguments: Rebuilding.allCases.filter { !$0.isInPlace }, ["DELETE", "WAL"])
  func `a list shows the rows of a file that is put in place while it follows`(
    rebuilding: Rebuilding, mode: String
  ) async throws {
    let file = try await file(mode)
    let store = try SQLiteStore(
      path: file.path, access: .readOnly, pollInterval: .milliseconds(10))
    var lists: [FollowingList] = []
    for table in Self.tables {
      lists.append(try await FollowingList(store, ResultsRequest(table: table)))
    }
    try run(rebuilding.script, in: file)
    for (table, list) in zip(Self.tables, lists) {
      let rows = try file.write("SELECT rowid, name FROM \(table) ORDER BY rowid")
        .split(separator: "\n").map { $0.split(separator: "|") }
      let names = [": " + rows.map { $0[1] }.joined(separator: " ")]
      let keys = rows.map { row in
        let rowID = Int64(row[0]) ?? 0
        return table == "item" ? RowKey([.integer(rowID)]) : RowKey(rowID: rowID)
      }
      try await list.wait { $0.picture("name") == names && $0.keys == keys }
    }
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `a list that held a place in the log of a replaced file says why it reads everything`(
    mode: String
  ) async throws {
    let file = try await file(mode)
    let store = try SQLiteStore(path: file.path, access: .readOnly)
    let cursor = try #require(try await store.cursor())
    await store.close()
    try run(Rebuilding.dumped.script, in: file)
    let other = try SQLiteStore(path: file.path, access: .readOnly)
    #expect(
      try await other.changes(of: "item", since: cursor)
        == .everything(
          reason: "the file was replaced or overwritten, and its change log doesn't tell by what"))
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `a copy that went another way and is written over the file is told by its log's marks`(
    mode: String
  ) async throws {
    let file = try await file(mode)
    let both = "PRAGMA wal_checkpoint(TRUNCATE)"
    try run("sqlite3 scratch.sqlite '\(both)'; cp scratch.sqlite other.sqlite", in: file)
    try file.write("UPDATE item SET name = 'here' WHERE id = 1; \(both)")
    let store = try SQLiteStore(path: file.path, access: .readOnly)
    let cursor = try #require(try await store.cursor())
    await store.close()
    // As many entries, and then one more.
    for (id, name) in [(2, "there"), (3, "more")] {
      try file.write(
        "UPDATE item SET name = '\(name)' WHERE id = \(id); \(both)", to: "other.sqlite")
    }
    try run("cat other.sqlite > scratch.sqlite", in: file)
    let other = try SQLiteStore(path: file.path, access: .readOnly)
    let changes = try await other.changes(of: "item", since: cursor)
    #expect(changes.keys == nil, "\(changes)")
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `a list shows the rows of a file that is overwritten while it follows`(
    mode: String
  ) async throws {
    let file = try await file(mode)
    try run(Rebuilding.editing, in: file)
    let store = try SQLiteStore(
      path: file.path, access: .readOnly, pollInterval: .milliseconds(5))
    let list = try await FollowingList(store, ResultsRequest(table: "item"))
    #expect(await list.picture("name") == [": eins two three"])
    try run("cat other.sqlite > scratch.sqlite && touch -t 200101010101 scratch.sqlite", in: file)
    try await list.wait { $0.picture("name") == [": eins TWO three"] }
  }

  /// Puts a file made from a dump beside the log of the file that was there, which a writer that was killed left behind.
  private static let besideALog = """
    sqlite3 scratch.sqlite .dump | sed "s/'two'/'zwei'/" > dump.sql
    sqlite3 other.sqlite < dump.sql
    mv other.sqlite scratch.sqlite
    """

  @Test(arguments: [true, false])
  func `a file beside another's log is read and followed through that log`(isLogged: Bool)
    async throws
  {
    let file = try ScratchDatabase(
      """
      PRAGMA journal_mode = WAL; CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO item VALUES (1, 'one'), (2, 'two');
      """)
    if isLogged { try await SQLiteStore(path: file.path).installChangeLog(for: ["item"]) }
    let store = try SQLiteStore(
      path: file.path, access: .readOnly, pollInterval: .milliseconds(10))
    let list = try await FollowingList(store, ResultsRequest(table: "item"))
    try file.write("UPDATE item SET name = 'eins' WHERE id = 1")
    // SQLite reads and writes through the log, although the file doesn't say so.
    func checkList() async throws {
      let names = try file.write("SELECT ': ' || group_concat(name, ' ') FROM item").dropLast()
      try await list.wait { $0.picture("name") == ["\(names)"] }
      _ = try await open("item", in: file)
    }
    try await checkList()
    try run(Self.besideALog, in: file)
    // Whoever is the last to close the file would copy the log into it, and then the file would say that it has one.
    let holder = try SQLiteStore(path: file.path, access: .readOnly)
    _ = try await holder.read { try await $0.fetch(ResultsRequest<StoredRow>(table: "item")).count }
    try await checkList()
    try file.write("UPDATE item SET name = 'last' WHERE id = 1")
    try await checkList()
    await holder.close()
    try run("rm -f scratch.sqlite-wal scratch.sqlite-shm", in: file)
    try await wait { (try? file.write("UPDATE item SET name = 'first' WHERE id = 2")) != nil }
    try await checkList()
  }

  @Test
  func `closing an earlier file keeps the locks on the memory that it shares with a later one`()
    async throws
  {
    let file = try ScratchDatabase(
      "PRAGMA journal_mode = WAL; CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT)")
    func open() async throws -> SQLiteStore {
      let store = try SQLiteStore(path: file.path, access: .readOnly)
      _ = try await store.read {
        try await $0.fetch(ResultsRequest<StoredRow>(table: "item")).count
      }
      return store
    }
    func holdsMemory() -> Bool? {
      // The byte with which SQLite says that somebody uses the memory (os_unix.c).
      LockWitness(ofFileAt: file.path + "-shm")?.hasLocked(128)
    }
    let earlier = try await open()
    try file.write("INSERT INTO item VALUES (1, 'one')")
    try run(Self.besideALog, in: file)
    let later = try await open()
    #expect(holdsMemory() == true)
    await earlier.close()
    #expect(holdsMemory() == true)
    await later.close()
    #expect(holdsMemory() == nil, "the memory is still open")
  }

  @Test func `a file that comes back after another one had its log is read again`() async throws {
    let file = try ScratchDatabase(
      """
      PRAGMA journal_mode = WAL; CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO item VALUES (1, 'one'), (2, 'two');
      """)
    let store = try SQLiteStore(
      path: file.path, access: .readOnly, pollInterval: .milliseconds(10))
    let list = try await FollowingList(store, ResultsRequest(table: "item"))
    try run("sqlite3 scratch.sqlite 'PRAGMA wal_checkpoint(TRUNCATE)'", in: file)
    try run("cp scratch.sqlite copy.sqlite; mv scratch.sqlite first.sqlite", in: file)
    try run(
      "sqlite3 copy.sqlite \"UPDATE item SET name = 'zwei' WHERE id = 2\"; mv copy.sqlite scratch.sqlite",
      in: file)
    let holder = try SQLiteStore(path: file.path, access: .readOnly)
    _ = try await holder.read { try await $0.fetch(ResultsRequest<StoredRow>(table: "item")).count }
    try await list.wait { $0.picture("name") == [": one zwei"] }
    await holder.close()
    try run("rm -f scratch.sqlite-wal scratch.sqlite-shm; mv first.sqlite scratch.sqlite", in: file)
    try await list.wait { $0.picture("name") == [": one two"] }
  }
}
