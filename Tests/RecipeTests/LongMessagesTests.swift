import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// The recipe for lists longer than memory: 2,000 messages of 20 senders, some of which are held.
@MainActor
struct LongMessagesTests {
  private let file: ScratchDatabase
  private let store: SQLiteStore
  private let recorder = LongMessagesRecorder()

  init() throws {
    file = try ScratchDatabase(
      """
      CREATE TABLE message (id INTEGER PRIMARY KEY, sender TEXT NOT NULL,
        sent_at INTEGER NOT NULL, text TEXT NOT NULL);
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO message SELECT i, printf('Sender %02d', i % 20), i * 60, 'text ' || i FROM n;
      CREATE INDEX message_by_sender ON message (sender, sent_at, id);
      """)
    store = try SQLiteStore(path: file.path)
  }

  private func path(_ section: Int, _ item: Int) -> IndexPath {
    IndexPath(indexes: [section, item])
  }

  private func waitForCounts(of list: ResultsController<ArchivedMessage>) async throws {
    try await wait(for: "all messages to be counted") {
      list.results.counting?.isComplete == true && list.results.counting?.doubt == nil
    }
  }

  /// A list whose messages are counted, and whose changes are recorded from then on.
  private func countedList() async throws -> ResultsController<ArchivedMessage> {
    let list = archivedMessages(in: store, holding: 200)
    try await list.performFetch()
    try await waitForCounts(of: list)
    list.changesetDelegate = recorder
    return list
  }

  @Test
  func `the first messages are there at once, and the others are counted`() async throws {
    let list = archivedMessages(in: store, holding: 200)
    try await list.performFetch()
    let first = list.results.numberOfObjects
    list.changesetDelegate = recorder
    #expect(first >= 128)
    #expect(list.row(ifLoaded: path(0, 0))?.text == "text 20")
    #expect(list.row(ifLoaded: path(1, 27))?.text == "text 541")
    try await waitForCounts(of: list)
    #expect(progress(of: list.results) == "2000 messages")
    #expect(list.sections.map(\.count) == Array(repeating: 100, count: 20))
    let appended = recorder.changesets.flatMap(\.appendedRows).reduce(0) { $0 + $1.items.count }
    #expect(appended == 2000 - first)
    #expect(recorder.changesets.allSatisfy { $0.rowChanges.isEmpty && !$0.isReset })
    #expect(list.results.rows.keys.count < 1000)
  }

  @Test
  func `a jump to a message or a sender loads the rows there`() async throws {
    let list = try await countedList()
    #expect(list.results.row(ifLoaded: path(19, 75)) == nil)
    #expect(try await list.loadRow(forKey: RowKey(1519 as Int64)) == path(19, 75))
    #expect(list.row(ifLoaded: path(19, 75))?.id == 1519)
    #expect(list.results.row(ifLoaded: path(7, 0)) == nil)
    #expect(try await indexPath(ofSender: "Sender 07", in: list) == path(7, 0))
    #expect(list.row(ifLoaded: path(7, 0))?.id == 7)
    #expect(try await indexPath(ofSender: "Nobody", in: list) == nil)
    #expect(try await list.loadRow(forKey: RowKey(2001 as Int64)) == nil)
    #expect(list.results.rows.keys.count < 1000)
  }

  @Test
  func `a page is read whether its messages are counted or not`() async throws {
    let list = archivedMessages(in: store, holding: 200)
    try await list.performFetch()
    let page = try await list.page(at: .rank(1500), count: 3)
    #expect(page.results.rows.map(\.id) == [15, 35, 55])
    #expect(page.rank == 1500)
    let around = try await list.page(at: .row(RowKey(1519 as Int64)), count: 3)
    #expect(around.results.rows.contains { $0.id == 1519 })
    let sender = try await firstMessages(of: "Sender 19", in: list)
    #expect(sender.prefix(3).map(\.id) == [19, 39, 59])
    #expect(try await firstMessages(of: "Nobody", in: list).isEmpty)
  }

  @Test
  func `a message that isn't held moves exactly`() async throws {
    let list = try await countedList()
    #expect(list.results.row(ifLoaded: path(9, 50)) == nil)
    try await store.write {
      try $0.execute("UPDATE message SET sender = 'Sender 12' WHERE id = 1009")
    }
    try await list.refresh()
    #expect(recorder.changesets.map(\.isReset) == [false])
    let changes = recorder.changesets.flatMap(\.rowChanges)
    #expect(changes.map(\.kind) == [.move])
    #expect(changes.map(\.indexPath) == [path(9, 50)])
    #expect(changes.map(\.newIndexPath) == [path(12, 50)])
    #expect(list.sections[9].count == 99)
    #expect(list.sections[12].count == 101)
    #expect(try await list.loadRow(forKey: RowKey(1009 as Int64)) == path(12, 50))
  }

  @Test
  func `a message that isn't held is read with its new text`() async throws {
    let list = try await countedList()
    #expect(list.results.row(ifLoaded: path(9, 50)) == nil)
    try await store.write { try $0.execute("UPDATE message SET text = 'new' WHERE id = 1009") }
    try await list.refresh()
    #expect(recorder.changesets.isEmpty)
    try await list.loadRows(at: [path(9, 50)])
    #expect(list.row(ifLoaded: path(9, 50))?.text == "new")
  }

  @Test
  func `another program's write is exact with old values`() async throws {
    try await logPlaces(in: store)
    let list = try await countedList()
    try file.write("DELETE FROM message WHERE id = 1009")
    try await wait { list.results.numberOfObjects == 1999 }
    #expect(recorder.changesets.map(\.isReset) == [false])
    #expect(recorder.changesets.flatMap(\.rowChanges).map(\.kind) == [.delete])
    #expect(recorder.changesets.flatMap(\.tableUpdates.deletes) == [path(9, 50)])
  }

  @Test
  func `without old values, another program's write counts all messages again`() async throws {
    let list = try await countedList()
    try file.write("DELETE FROM message WHERE id = 1009")
    try await wait { list.results.numberOfObjects == 1999 }
    try await waitForCounts(of: list)
    #expect(list.sections[9].count == 99)
    #expect(recorder.changesets.allSatisfy { $0.isReset && $0.tableUpdates.needsReload })
    #expect(!recorder.changesets.isEmpty)
  }

  @Test
  func `without an index, the error names one`() async throws {
    try file.write("DROP INDEX message_by_sender")
    let list = archivedMessages(in: store, holding: 200)
    let error = await storeError { try await list.performFetch() }
    #expect(error?.code == .notWindowable)
    #expect(error?.message.contains("CREATE INDEX") == true)
  }
}

/// Keeps every change set of a list.
@MainActor
private final class LongMessagesRecorder {
  private(set) var changesets: [ResultsChangeset<ArchivedMessage>] = []
}

extension LongMessagesRecorder: @MainActor ResultsChangesetDelegate {
  func controller(
    _ controller: ResultsController<ArchivedMessage>,
    didChangeContentWith changeset: ResultsChangeset<ArchivedMessage>
  ) {
    changesets.append(changeset)
  }
}
