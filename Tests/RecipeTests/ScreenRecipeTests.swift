import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// The recipes of a board, of photos by month, of settings and of changes that are taken back, in action.
@MainActor struct ScreenRecipeTests {
  @Test func `a board has all columns, folds them, sums them up and takes dropped tickets`()
    async throws
  {
    let file = try ScratchDatabase(
      """
      CREATE TABLE ticket(id INTEGER PRIMARY KEY, status TEXT NOT NULL, position REAL NOT NULL,
        title TEXT NOT NULL, points INTEGER NOT NULL);
      INSERT INTO ticket VALUES (1, 'todo', 1, 'one', 3), (2, 'todo', 2, 'two', 5), (3, 'done', 1, 'three', 8)
      """)
    let board = TicketBoard(store: try SQLiteStore(path: file.path))
    try await board.controller.performFetch()
    #expect(
      (0..<3).map(board.header) == ["todo: 2, 8 points", "doing: 0, 0 points", "done: 1, 8 points"])
    #expect(board.controller.sections.map(\.count) == [2, 0, 0])
    // A ticket that is dropped in a folded column comes before the others there, and shows them.
    let first = board.controller.sections[0][0]
    try await board.drop(first, in: 2, at: 0)
    try await board.controller.refresh()
    #expect(board.controller.sections.map { $0.map(\.id) } == [[2], [], [1, 3]])
    try await board.drop(first, in: 0, at: 0)
    try await board.controller.refresh()
    #expect(board.controller.sections.map(\.count) == [2, 0, 1])
    board.tapHeader(2)
    #expect(board.controller.sections.map(\.count) == [2, 0, 0])
    board.tapHeader(2)
    let tickets = board.controller.results.rows.map { $0 }
    try await board.drop(tickets[0], in: 1, at: 0)
    try await board.controller.refresh()
    try await board.drop(tickets[1], in: 1, at: 0)
    try await board.controller.refresh()
    try await board.drop(tickets[2], in: 1, at: 1)
    try await board.controller.refresh()
    try await board.drop(tickets[1], in: 1, at: 2)
    try await board.controller.refresh()
    #expect(board.controller.sections.map { $0.map(\.id) } == [[], [3, 1, 2], []])
    #expect(
      (0..<3).map(board.header) == [
        "todo: 0, 0 points", "doing: 3, 16 points", "done: 0, 0 points",
      ])
  }

  @Test func `photos by month open at once, and any month can be read`() async throws {
    let file = try ScratchDatabase(
      """
      CREATE TABLE photo(id INTEGER PRIMARY KEY, taken_at REAL NOT NULL, file TEXT NOT NULL);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
      INSERT INTO photo SELECT i, i * 5000.0, 'IMG_' || i FROM n;
      CREATE INDEX photo_by_time ON photo (taken_at DESC, id);
      """)
    let list = photoMonths(in: try SQLiteStore(path: file.path))
    try await list.performFetch()
    #expect(list.sections.first?.title == "12/1977")
    #expect(list.results.rows.first?.id == 50_000)
    let april = try await photos(of: 197_504, in: list)
    #expect(
      april.count == 60
        && april.allSatisfy { $0.takenAt < Date(timeIntervalSince1970: 168_134_400) })
    try await wait(for: "all photos to be counted") { list.results.counting?.isComplete == true }
    #expect(list.sections.count == 96)
    list.stop()
  }

  @Test func `settings have all their groups, in the order of the design`() async throws {
    let store = MemoryStore(try MemoryTable(for: Setting.self))
    try store.write { db in
      try db.insert(Setting(id: "ring", group: .sounds, position: 1, value: "Bell"))
      try db.insert(Setting(id: "name", group: .account, position: 1, value: "Ada"))
    }
    let settings = SettingsList(store: store)
    try await settings.controller.performFetch()
    #expect(
      settings.controller.sections.map(\.title) == ["Account", "Sounds", "Storage", "About"])
    #expect(
      (0..<4).map(settings.footer) == [nil, nil, "Nothing to set here", "Nothing to set here"])
  }

  @Test func `days before a date stand in one section, and leave it again`() async throws {
    let store = MemoryStore(try MemoryTable(for: ChatMessage.self))
    try store.write { db in
      for day in 0..<5 {
        try db.insert(
          ChatMessage(
            id: Int64(day), text: "day \(day)",
            sentAt: Date(timeIntervalSince1970: Double(day) * 86_400)))
      }
    }
    let list = MessagesByDay(store: store)
    try await list.controller.performFetch()
    list.mergeDays(before: 19_700_104)
    #expect(list.controller.sections.map(\.name) == ["Earlier", "1970-01-04", "1970-01-05"])
    #expect(list.controller.sections.map(\.count) == [0, 1, 1])
    #expect(list.controller.sections[0].totalCount == 3)
    list.controller.sectionDisplay.expand("earlier")
    #expect(list.controller.sections[0].map(\.id) == [0, 1, 2])
    list.mergeDays(before: 19_700_102)
    #expect(list.controller.sections.map(\.count) == [1, 1, 1, 1, 1])
  }

  @Test func `a change set can be taken back`() async throws {
    let file = try ScratchDatabase(
      """
      CREATE TABLE item(id INTEGER PRIMARY KEY, title TEXT NOT NULL, priority TEXT NOT NULL);
      INSERT INTO item VALUES (1, 'one', 'high'), (2, 'two', 'low'), (3, 'three', 'low')
      """)
    let store = try SQLiteStore(path: file.path)
    let list = todoList(in: store)
    try await list.performFetch()
    let before = list.results.rows.map { "\($0)" }
    let recorder = LastChangeset()
    list.changesetDelegate = recorder
    try await store.write { db in
      try db.execute("DELETE FROM item WHERE id = 1")
      try db.execute("UPDATE item SET priority = 'high' WHERE id = 2")
      try db.insert(TodoItem(id: 4, title: "four", priority: .normal))
    }
    try await list.refresh()
    try await undo(try #require(recorder.changeset), in: store)
    try await list.refresh()
    #expect(list.results.rows.map { "\($0)" } == before)
  }
}

@MainActor private final class LastChangeset: ResultsChangesetDelegate {
  private(set) var changeset: ResultsChangeset<TodoItem>?

  func controller(
    _ controller: ResultsController<TodoItem>,
    didChangeContentWith changeset: ResultsChangeset<TodoItem>
  ) { self.changeset = changeset }
}
