import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

@Suite struct SQLiteStoreTests {
  private static let contacts = """
    CREATE TABLE contact(id INTEGER PRIMARY KEY, name TEXT, team TEXT);
    INSERT INTO contact VALUES (1, 'ada', 'Red'), (2, 'bob', 'Blue'), (3, 'cy', 'Red');
    """

  private func list(
    _ file: ScratchDatabase,
    _ request: ResultsRequest<StoredRow> = ResultsRequest(table: "contact"),
    sectionBy section: String? = "team"
  ) async throws -> FollowingList {
    try await FollowingList(file.store(), request, sectionBy: section)
  }

  @Test(arguments: ["WAL", "DELETE", "TRUNCATE", "PERSIST"])
  func `another program's commit is followed in every journal mode`(mode: String) async throws {
    let file = try ScratchDatabase("PRAGMA journal_mode = \(mode); " + Self.contacts)
    let list = try await list(file)
    #expect(await list.picture("name") == ["Blue: bob", "Red: ada cy"])
    try file.write(
      "PRAGMA journal_mode = \(mode); UPDATE contact SET team = 'Blue' WHERE id = 3")
    try await list.wait { $0.picture("name") == ["Blue: bob cy", "Red: ada"] }
    // Of these modes, only WAL is stored in the file.
    #expect(try file.write("PRAGMA journal_mode") == (mode == "WAL" ? "wal\n" : "delete\n"))
  }

  @Test func `a commit to other tables updates the version without a change set`() async throws {
    let file = try ScratchDatabase(Self.contacts + "CREATE TABLE other(a);")
    let list = try await list(file)
    let version = await list.version
    try file.write("INSERT INTO other VALUES (1)")
    try await list.wait { $0.version != version }
    #expect(await list.changesets.isEmpty)
  }

  @Test func `a changed schema is followed with the rows`() async throws {
    let file = try ScratchDatabase(Self.contacts)
    let list = try await list(file)
    try file.write("ALTER TABLE contact ADD COLUMN phone TEXT DEFAULT '112'")
    try await list.wait { $0.results.columns.names.last == "phone" }
    #expect(await list.results[0][0]["phone"] == .text("112"))
    try file.write("VACUUM; DELETE FROM contact WHERE id = 2")
    try await list.wait { $0.picture("name") == ["Red: ada cy"] }
  }

  @Test func `a lost section column is an error, and the list recovers from it`() async throws {
    let file = try ScratchDatabase(Self.contacts)
    let list = try await list(file)
    try file.write("ALTER TABLE contact RENAME COLUMN team TO crew")
    try await list.wait { $0.errors.first?.code == .noSuchColumn }
    #expect(await list.picture("name") == ["Blue: bob", "Red: ada cy"])
    try file.write(
      "ALTER TABLE contact RENAME COLUMN crew TO team; DELETE FROM contact WHERE id = 1")
    try await list.wait { $0.picture("name") == ["Blue: bob", "Red: cy"] }
    #expect(await list.changesets.count == 1)
  }

  @Test func `replacing the file shows the new file's rows`() async throws {
    let file = try ScratchDatabase(Self.contacts)
    let list = try await list(file)
    try file.write(
      Self.contacts + "UPDATE contact SET name = 'new' WHERE id = 2", to: "other.sqlite")
    let other = file.folder.appending(path: "other.sqlite")
    let renamed = unsafe rename(other.path, file.path)
    #expect(renamed == 0)
    try await list.wait { $0.picture("name") == ["Blue: new", "Red: ada cy"] }
    try file.write("DELETE FROM contact WHERE id = 2")
    try await list.wait { $0.picture("name") == ["Red: ada cy"] }
  }

  @Test func `a deleted file is an error until it exists again`() async throws {
    let file = try ScratchDatabase(Self.contacts)
    let list = try await list(file)
    try FileManager.default.removeItem(atPath: file.path)
    try await list.wait { $0.errors.first?.code == .cannotOpen }
    try file.write(Self.contacts + "DELETE FROM contact WHERE id = 1")
    try await list.wait { $0.picture("name") == ["Blue: bob", "Red: cy"] }
  }

  @Test func `a locked file is an error, and the list continues when it is unlocked`() async throws
  {
    let file = try ScratchDatabase(Self.contacts)
    let store = try SQLiteStore(path: file.path, busyTimeout: .milliseconds(20))
    let list = try await FollowingList(store, ResultsRequest(table: "contact"), sectionBy: "team")
    let shell = try SQLiteShell(path: file.path)
    try await shell.execute("BEGIN EXCLUSIVE; UPDATE contact SET name = 'late' WHERE id = 2")
    let error = await storeError {
      _ = try await store.read { try await $0.fetch(ResultsRequest<StoredRow>(table: "contact")) }
    }
    #expect(error?.code == .busy)
    #expect(await list.picture("name") == ["Blue: bob", "Red: ada cy"])
    try await shell.execute("COMMIT")
    try await list.wait { $0.picture("name") == ["Blue: late", "Red: ada cy"] }
    #expect(await list.errors.allSatisfy { $0.code == .busy })
  }

  @Test func `noteChanges makes the list look without waiting for the poll`() async throws {
    let file = try ScratchDatabase(Self.contacts)
    let store = try SQLiteStore(path: file.path, pollInterval: .seconds(3600))
    let list = try await FollowingList(store, ResultsRequest(table: "contact"), sectionBy: "team")
    try file.write("DELETE FROM contact WHERE id = 1")
    store.noteChanges(in: "contact")
    try await list.wait { $0.picture("name") == ["Blue: bob", "Red: cy"] }
  }

  @Test func `a condition with arguments decides which rows are there`() async throws {
    let file = try ScratchDatabase(Self.contacts)
    let request = ResultsRequest(
      table: "contact", predicate: "team = ? AND name <> ?", arguments: ["Red", "it's"])
    let list = try await list(file, request)
    #expect(await list.picture("name") == ["Red: ada cy"])
    try file.write("UPDATE contact SET team = 'Red' WHERE id = 2")
    try await list.wait { $0.picture("name") == ["Red: ada bob cy"] }
  }

  @Test func `arguments that do not fit the placeholders are an error without their values`()
    async throws
  {
    let file = try ScratchDatabase(Self.contacts)
    let request = ResultsRequest(
      table: "contact", predicate: "team = ?", arguments: ["secret", "x"])
    do {
      _ = try await list(file, request)
      Issue.record("the list opened")
    } catch let error as StoreError {
      #expect(
        error.message == "the number of arguments (2) doesn't match the number of placeholders (1)")
      #expect(!String(describing: error).contains("secret"))
    }
  }
}
