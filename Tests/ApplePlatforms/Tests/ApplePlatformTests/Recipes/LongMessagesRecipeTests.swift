import Foundation
import Sectional
import SectionalSQLite
import Testing
import UIKit

@testable import Recipes

/// The recipe for lists longer than memory, on a table that keeps Apple's rules and whose screen shows twenty rows.
@MainActor
struct LongMessagesRecipeTests {
  private let file: MessagesFile

  init() async throws { file = try await MessagesFile() }

  private func path(_ section: Int, _ row: Int) -> IndexPath {
    IndexPath(row: row, section: section)
  }

  /// A table that shows the first messages; the others may still be counted.
  private func openedTable() async throws -> LongMessagesTable {
    let table = LongMessagesTable(store: file.store)
    table.tableView.rowsOnScreen = 20
    try await table.load()
    return table
  }

  /// A table all of whose messages are counted.
  private func countedTable() async throws -> LongMessagesTable {
    let table = try await openedTable()
    try await wait { table.title == "4000 messages" }
    return table
  }

  @Test
  func `the first messages are there at once, and the table is reloaded when more are counted`()
    async throws
  {
    let table = try await openedTable()
    #expect(Array(table.tableView.shown[0].prefix(2)) == ["text 20", "text 40"])
    try await wait { table.title == "4000 messages" }
    #expect(table.tableView.shown.map(\.count) == Array(repeating: 200, count: 20))
    #expect(table.tableView.headers[0] == "Sender 00")
    #expect(table.tableView.headers[19] == "Sender 19")
    // The first time was for the first messages.
    #expect(table.tableView.reloads > 1)
    #expect(table.tableView.failures == [])
  }

  @Test
  func `a message that isn't held is a placeholder until it is loaded`() async throws {
    let table = try await countedTable()
    let reloads = table.tableView.reloads
    table.tableView.scrollToRow(at: path(12, 150), at: .top, animated: false)
    #expect(table.tableView.shown[12][150] == "…")
    try await wait { table.tableView.shown[12][150] == "text 3012" }
    #expect(table.tableView.reconfigured.contains(path(12, 150)))
    #expect(table.tableView.reloads == reloads)
    #expect(table.tableView.failures == [])
  }

  @Test
  func `a message that was prefetched is there when it comes onto the screen`() async throws {
    let table = try await countedTable()
    table.tableView(table.tableView, prefetchRowsAt: [path(12, 150)])
    try await wait { table.tableView.reconfigured.contains(path(12, 150)) }
    table.tableView.scrollToRow(at: path(12, 150), at: .top, animated: false)
    #expect(table.tableView.shown[12][150] == "text 3012")
    #expect(table.tableView.failures == [])
  }

  @Test
  func `a jump to a message shows it`() async throws {
    let table = try await countedTable()
    let isThere = try await table.show(3012)
    #expect(isThere)
    #expect(table.tableView.shown[12][150] == "text 3012")
    let isUnknownThere = try await table.show(4001)
    #expect(!isUnknownThere)
    #expect(table.tableView.failures == [])
  }

  @Test
  func `changes of messages on and off the screen are one batch of updates`() async throws {
    let table = try await countedTable()
    let reloads = table.tableView.reloads
    try await file.store.write { db in
      try db.execute("UPDATE message SET text = 'new' WHERE id = 20")
      try db.execute("DELETE FROM message WHERE id = 40")
      try db.execute("UPDATE message SET sender = 'Sender 03' WHERE id = 3012")
    }
    try await wait { table.tableView.shown[0].count == 199 }
    #expect(Array(table.tableView.shown[0].prefix(2)) == ["new", "text 60"])
    #expect(table.tableView.shown[0][19] == "text 420")
    #expect(table.tableView.shown[3].count == 201)
    #expect(table.tableView.shown[12].count == 199)
    #expect(table.title == "3999 messages")
    #expect(table.tableView.reloads == reloads)
    #expect(table.tableView.failures == [])
  }

  @Test
  func `a change of very many messages reloads the table`() async throws {
    let table = try await countedTable()
    let reloads = table.tableView.reloads
    try await file.store.write { db in
      try db.execute("UPDATE message SET sender = 'Sender 00' WHERE id > 1500")
    }
    let counts = [2575] + Array(repeating: 75, count: 19)
    try await wait { table.tableView.shown.map(\.count) == counts }
    // Blocks are larger than the window, so the first row may have to be read again.
    try await wait { table.tableView.shown[0][0] == "text 20" }
    #expect(table.tableView.reloads > reloads)
    #expect(table.tableView.failures == [])
  }
}

/// An SQLite file with 4,000 messages of 20 senders in its own folder.
@MainActor
private final class MessagesFile {
  let store: SQLiteStore
  private let folder: URL

  init() async throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "sectional-messages-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = try SQLiteStore(path: folder.appending(path: "messages.sqlite").path)
    try await store.write { db in
      try db.execute(
        """
        CREATE TABLE message (id INTEGER PRIMARY KEY, sender TEXT NOT NULL,
          sent_at INTEGER NOT NULL, text TEXT NOT NULL);
        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
        INSERT INTO message SELECT i, printf('Sender %02d', i % 20), i * 60, 'text ' || i FROM n;
        CREATE INDEX message_by_sender ON message (sender, sent_at, id);
        """)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
