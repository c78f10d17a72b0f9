import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import Testing

/// The requests of the documentation, over matching rows.
@MainActor
struct RequestTests {
  private let file: ScratchDatabase
  private let store: SQLiteStore
  private let message = Message(
    id: UUID(), sender: "Ada", text: "About Sectional", status: .sent,
    sentAt: Date(timeIntervalSince1970: 1_700_000_000))

  init() throws {
    file = try ScratchDatabase(
      """
      CREATE TABLE contact (id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT);
      INSERT INTO contact VALUES (1, 'Ada', 'Analysts'), (2, 'Grace', ''), (3, 'Kurt', NULL);
      CREATE TABLE message (id BLOB PRIMARY KEY NOT NULL, sender TEXT, text TEXT, status TEXT,
        sent_at TEXT);
      """)
    store = try SQLiteStore(path: file.path)
  }

  @Test
  func `every grouping names a section`() async throws {
    let message = message
    try await store.write { try $0.insert(message) }
    var names: [String] = []
    for section in groupings(in: .gmt) {
      let controller = ResultsController(
        fetchRequest: ResultsRequest<Message>(), store: store, sectionBy: section)
      try await controller.performFetch()
      names += controller.sections.map(\.name)
    }
    #expect(names == ["sent", "A", "Ad", "2023-11-14", "short"])
  }

  @Test
  func `every request finds its message`() async throws {
    let message = message
    try await store.write { try $0.insert(message) }
    for request in requests(senders: ["Ada"], since: Date(timeIntervalSince1970: 1_600_000_000)) {
      let found = try await store.read { try await $0.fetch(request) }
      #expect(found.map(\.id) == [message.id])
    }
    #expect(try await readOnce(store).isEmpty)
  }

  @Test
  func `rows without a type are listed`() async throws {
    let controller = unnamedTeams(in: store)
    try await controller.performFetch()
    #expect(controller.sections.map(\.name) == ["G", "K"])
  }

  @Test
  func `the section of nil has a name, and index titles have two letters`() async throws {
    let controller = contactsWithNames(in: store)
    try await controller.performFetch()
    #expect(controller.sections.map(\.name) == ["No team", "", "Analysts"])
    #expect(controller.sectionIndexTitles == ["No", "An"])
  }

  @Test
  func `rows are listed by the days of another program's numbers`() async throws {
    let store = store
    // The last nanosecond of a day, and the first of the next.
    try await store.write { db in
      try db.execute(
        """
        ALTER TABLE message ADD COLUMN date INTEGER;
        INSERT INTO message(id, date) VALUES (x'01', 721699199999999999), (x'02', 721699200000000000);
        """)
    }
    let controller = days(in: store, .gmt)
    try await controller.performFetch()
    #expect(controller.sections.map(\.name) == ["2023-11-14", "2023-11-15"])
  }

  @Test
  func `writing rolls back a part or nothing`() async throws {
    try await write(message, to: store)
    #expect(try file.write("SELECT count(*) FROM message") == "0\n")
  }

  @Test
  func `a search reports the differences`() async throws {
    let controller = ResultsController(fetchRequest: ResultsRequest<Contact>(), store: store)
    let batch = ContactsBatch()
    controller.changesetDelegate = batch
    try await controller.performFetch()
    try await search("a", in: controller)
    #expect(controller.results.rows.map(\.name) == ["Ada", "Grace"])
    #expect(batch.batches.map(\.deletes.count) == [1])
  }
}
