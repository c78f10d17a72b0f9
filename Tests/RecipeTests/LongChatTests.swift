import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import Testing

/// The recipe of a chat with 200,000 messages, in action.
@MainActor struct LongChatTests {
  @Test func `a chat opens with its newest messages, and follows new ones and the day`()
    async throws
  {
    let evening = try Date("2026-11-20T23:30:00Z", strategy: .iso8601)
    let newest = evening.timeIntervalSince1970
    let file = try ScratchDatabase(
      """
      CREATE TABLE chat_message(id INTEGER PRIMARY KEY, text TEXT NOT NULL, sent_at REAL NOT NULL);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
      INSERT INTO chat_message SELECT i, 'Message ' || i, \(newest) - (200000 - i) * 600 FROM n;
      CREATE INDEX chat_message_by_time ON chat_message (sent_at, id);
      """)
    let store = try SQLiteStore(path: file.path)
    let clock = ManualWallClock(now: evening, timeZone: .gmt)
    let chat = LongChat(store: store, clock: clock)
    try await chat.controller.performFetch()
    #expect(chat.controller.results.rows.map(\.id) == Array(199_951...200_000))
    #expect(chat.controller.results.map(\.name) == ["Today"])
    #expect(chat.controller.diagnostics.rowsRead == 50)

    try await chat.reachTop()
    #expect(chat.controller.results.rows.map(\.id) == Array(199_851...200_000))
    #expect(chat.controller.results.map(\.name) == ["Yesterday", "Today"])
    #expect(chat.controller.diagnostics.rowsRead == 150)

    try await store.write { db in
      try db.insert(ChatMessage(id: 200_001, text: "Good night", sentAt: evening + 60))
    }
    clock.now += 3600
    try await chat.controller.refresh()
    #expect(chat.controller.results.last?.last?.text == "Good night")
    #expect(chat.controller.results.map(\.name) == ["Thursday", "Yesterday"])
    try await chat.reachBottom()
    #expect(chat.controller.results.numberOfObjects == 151)
  }
}
