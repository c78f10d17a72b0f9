import Foundation
import Sectional
import SectionalSQLite

/// A table of messages that were sent ten minutes apart, with an index on their times.
struct MessageTable: Sendable {
  let rows: Int

  /// The time of the newest message: noon in UTC.
  static let newest = 1_795_176_000
  /// The number of messages that a chat opens with.
  static let lastRows = 50
  /// The query of the newest messages, in five columns.
  static let lastPage = """
    SELECT id, text, '', sent_at, 0 FROM message ORDER BY sent_at DESC, id DESC LIMIT \(lastRows)
    """

  /// Returns the path of the table's file, which is created if it doesn't exist.
  func path(in folder: TemporaryFolder) throws -> String {
    let path = folder.path(of: "messages-\(rows).sqlite")
    if !FileManager.default.fileExists(atPath: path) { try fill(path) }
    return path
  }

  private func fill(_ path: String) throws {
    // With a journal, all pages would be written twice.
    try PlainDatabase(path: path).execute(
      """
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      CREATE TABLE message(id INTEGER PRIMARY KEY, text TEXT NOT NULL, sent_at INTEGER NOT NULL);
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(rows))
      INSERT INTO message SELECT n, printf('message of %012d', n),
        \(MessageTable.newest) - (\(rows) - n) * 600 FROM number WHERE n <= \(rows);
      CREATE INDEX message_by_time ON message(sent_at, id);
      PRAGMA journal_mode = WAL;
      """)
  }
}

/// The record of a chat.
struct ChatMessage: StoredRecord {
  var id: Int64
  var text: String
  var sentAt: Date

  static let table = RecordTable(
    "message", RecordColumn("id", \.id, primaryKey: true), RecordColumn("text", \.text),
    RecordColumn("sent_at", \.sentAt), row: ChatMessage.init)

  /// The request of a chat that opens with its newest messages.
  static var newest: ResultsRequest<ChatMessage> {
    var request = ResultsRequest<ChatMessage>(sortBy: [SortKey(\.sentAt)])
    request.fetchLast = MessageTable.lastRows
    return request
  }
}

extension FollowedList where Record == ChatMessage {
  /// Opens the chat with its newest messages, by day.
  convenience init(ofNewestIn store: SQLiteStore) async throws {
    try await self.init(
      ChatMessage.newest, of: store,
      sectionBy: .relativeDay(of: \.sentAt, clock: SystemWallClock(timeZone: .gmt)))
  }
}
