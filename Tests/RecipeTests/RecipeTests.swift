import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// The recipes of the documentation, in action.
@MainActor
struct RecipeTests {
  private let file: ScratchDatabase
  private let store: SQLiteStore

  init() throws {
    file = try .contacts()
    store = try SQLiteStore(path: file.path)
  }

  @Test
  func `another program's writes are followed row by row`() async throws {
    try await followEveryWriter(of: store)
    let controller = ResultsController(
      fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: store)
    try await controller.performFetch()
    try file.write("UPDATE contact SET name = 'Zuse' WHERE id = 1")
    try await wait { controller.results.rows.contains { $0.name == "Zuse" } }
    #expect(controller.diagnostics.fullFetches == 1)
  }

  @Test
  func `a program asks what is logged, and removes the log`() async throws {
    try await logOldValues(in: store)
    let logging = try await stopLogging(in: store)
    #expect(logging.statuses == ["contact": .installed])
    #expect(logging.columns == ["contact": ["name", "team"]])
    #expect(!logging.sql.isEmpty)
    #expect(try await store.changeLogStatus(of: ["contact"]) == ["contact": .missing])
  }

  @Test
  func `a file is listed that is only read`() async throws {
    let controller = try readOnlyContacts(at: file.path)
    try await controller.performFetch()
    #expect(controller.results.rows.map(\.name) == ["Ada", "Grace", "Kurt"])
  }

  @Test
  func `a typed condition that is wrong gets a hint`() async throws {
    let list = TypedCondition(store: store)
    await list.show("team = 'Analysts')")
    #expect(list.hint?.contains("parenthesis") == true)
    #expect(list.problem == nil)
    await list.show("team = 'Analysts'")
    #expect(list.hint == nil)
    #expect(list.controller.results.rows.map { $0["name"]?.textValue } == ["Ada"])
  }

  @Test
  func `a stream sends the list and then its changes`() async throws {
    let client = RecordingClient()
    let store = store
    let streaming = Task { try await streamContacts(from: store, to: client) }
    try await wait { await !client.messages.isEmpty }
    try await store.write { try $0.upsert(Contact(id: 3, name: "Kurt", team: "Logic")) }
    try await wait { await client.messages.count >= 2 }
    streaming.cancel()
    try await streaming.value
    guard case .list(let sections)? = await client.messages.first,
      case .changes(let deletes, let inserts, let rows)? = await client.messages.last
    else {
      Issue.record("\(await client.messages)")
      return
    }
    #expect(sections.map(\.name) == ["", "Analysts", "Compilers"])
    #expect(deletes == [0])
    #expect(inserts == [2])
    #expect(rows.map(\.contact?.team) == ["Logic"])
  }

  @Test
  func `a client opens a team while it follows the first contacts of each`() async throws {
    let store = store
    try await store.write { db in
      for id in 4...7 { try db.insert(Contact(id: Int64(id), name: "n\(id)", team: "Analysts")) }
    }
    let updates = ResultsUpdates(
      fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: store,
      sectionBy: SectionKey(\.team))
    let first = SentTeams()
    let sending = Task { try await sendFirstContacts(of: updates) { await first.add($0) } }
    try await wait { await first.lists.last == [["Kurt"], ["Ada", "n4", "n5"], ["Grace"]] }
    sending.cancel()
    try await sending.value

    let (session, sent) = (TeamsSession(), SentTeams())
    let following = Task { try await session.run(updates) { await sent.add($0) } }
    try await wait { await sent.lists.last?.map(\.count) == [1, 3, 1] }
    session.showAll(of: "Analysts")
    try await wait { await sent.lists.last?.map(\.count) == [1, 5, 1] }
    following.cancel()
    try await following.value
  }

  @Test
  func `a server sends every client the list and its changes`() async throws {
    let (arriving, door) = AsyncStream<any ListClient>.makeStream()
    let store = store
    let serving = Task { await serveContacts(from: store, to: arriving) }
    let clients = (0..<20).map { _ in RecordingClient() }
    for client in clients { door.yield(client) }
    for client in clients { try await wait { await !client.messages.isEmpty } }
    try await store.write { try $0.upsert(Contact(id: 3, name: "Kurt", team: "Logic")) }
    for client in clients {
      try await wait { await client.messages.count >= 2 }
      guard case .changes(_, let inserts, _)? = await client.messages.last else {
        Issue.record("\(await client.messages)")
        return
      }
      #expect(inserts == [2])
    }
    serving.cancel()
    await serving.value
  }

  @Test
  func `the README's first list works`() async throws {
    let path = file.folder.appending(path: "first.sqlite").path
    let controller = try await firstList(path: path)
    #expect(controller.sections.map(\.name) == ["Analysts", "Compilers"])
    try await renameTeam(in: SQLiteStore(path: path))
    try await wait { controller.sections.map(\.name) == ["Compilers", "Mathematicians"] }
    #expect(controller.results.rows.count == 3)
  }
}

private actor RecordingClient: ListClient {
  private(set) var messages: [ListMessage] = []
  func send(_ message: ListMessage) { messages.append(message) }
}

private actor SentTeams {
  private(set) var lists: [[[String]]] = []
  func add(_ names: [[String]]) { lists.append(names) }
}

/// What the pages "Coming from …" show, in action.
@MainActor
struct ComingFromTests {
  @Test
  func `what Core Data's developers call does what it did`() async throws {
    let file = try ScratchDatabase.contacts()
    let store = try SQLiteStore(path: file.path)
    let list = ContactsFromCoreData(store: store)
    #expect(list.controller.fetchedObjects == nil)
    let first = try #require(
      try await store.read { try await $0.fetch(ResultsRequest<Contact>()) }.first)
    try await list.show(first)
    #expect(list.lines.count == 2)
    try await list.search(first.name)
    #expect(list.controller.fetchedObjects?.map(\.name) == [first.name])
    try await list.save(Contact(id: 77, name: "\(first.name) 2", team: nil), in: store)
    try await list.controller.refresh()
    #expect(list.controller.fetchedObjects?.count == 2)
    try list.reset()
  }

  @Test
  func `what GRDB's developers call does what it did`() async throws {
    let file = try ScratchDatabase(
      """
      CREATE TABLE team(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
      CREATE TABLE player(id INTEGER PRIMARY KEY, name TEXT NOT NULL, teamID INTEGER, joined TEXT NOT NULL, token BLOB);
      INSERT INTO team VALUES (1, 'Red'), (2, 'Blue');
      INSERT INTO player VALUES (1, 'Ada', 1, '2026-11-20 13:57:45.000', randomblob(16)), (2, 'Bob', 2, '2026-11-20 00:00:00.250', NULL),
        (120, 'Cid', 1, '2001-01-01 00:00:00.000', NULL);
      """)
    let store = try SQLiteStore(path: file.path)
    let list = PlayersList(store: store)
    try await list.controller.performFetch()
    #expect(list.controller.sections.map(\.name) == ["Blue", "Red"])
    #expect(list.teams == 2)
    try await store.write { try $0.execute("UPDATE player SET name = 'Ann' WHERE id = 1") }
    try await list.controller.refresh()
    #expect(list.log == ["will", "update Ann", "[\"name\"]"])
    list.log = []
    try await list.show(upTo: 200)
    #expect(list.log == ["will", "insert Cid"])
    let stored = try #require(list.controller.fetchedObjects?.first { $0.id == 2 })
    #expect(stored.joined.cell(as: .sqliteMillisecondsText) == "2026-11-20 00:00:00.250")
    list.log = []
    try await store.write { try $0.execute("INSERT INTO team VALUES (3, 'Sea')") }
    try await wait { list.teams == 3 }
    #expect(list.log == [])

    let handles = playersByHandle(in: store)
    try await handles.performFetch()
    #expect(handles.results.rows.keys.map(\.values) == [["ann"], ["bob"], ["cid"]])
    #expect(try await PlayersOnQueue(store: store).load() == ["Ann", "Bob"])
  }

  @Test
  func `the example of SQLFetchedResultsController works, with sections`() async throws {
    let file = try ScratchDatabase(
      """
      CREATE TABLE Test(id INTEGER PRIMARY KEY, title TEXT);
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO Test SELECT i, 'title ' || i FROM n;
      """)
    let table = try TestTable(path: file.path)
    try await table.load()
    #expect(table.numberOfRows == 20)
    #expect(table.text(at: IndexPath(indexes: [0, 1])) == "1000. title 1000")
    #expect(table.controller.sectionIndexTitles == ["1", "2", "3", "4", "5", "6", "7", "8", "9"])
  }
}
