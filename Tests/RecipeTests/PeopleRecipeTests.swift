import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import Testing

#if canImport(SectionalICU)
  import SectionalICU
#endif

/// The recipes about orders, searches, relative days and declared sections, in action.
@MainActor
struct PeopleRecipeTests {
  private func contacts(_ names: String...) throws -> MemoryStore {
    let store = MemoryStore(try MemoryTable(for: Contact.self))
    try store.write { db in
      for (id, name) in names.enumerated() {
        try db.insert(Contact(id: Int64(id), name: name, team: name))
      }
    }
    return store
  }

  #if canImport(SectionalICU)
    @Test
    func `a Swedish list has the letters and the order of the Swedish alphabet`() async throws {
      let list = SwedishContacts(
        store: try contacts("Zoë", "Örjan", "7up", "anna", "Øyvind", "Åke", "Иван", "Ædgar"))
      try await list.load()
      #expect(
        list.controller.sections.map { "\($0.name): \($0.map(\.name).joined(separator: " "))" } == [
          "…: 7up", "A: anna", "Z: Zoë", "Å: Åke", "Ä: Ædgar", "Ö: Örjan Øyvind", "…: Иван",
        ])
      let titles = list.controller.sectionIndexTitles
      #expect(titles == ["…"] + SectionIndexTitle.latin + ["Å", "Ä", "Ö", "…"])
      #expect(list.controller.section(forSectionIndexTitle: "…", at: 0) == 0)
      #expect(list.controller.section(forSectionIndexTitle: "B", at: 2) == 2)
      #expect(list.controller.section(forSectionIndexTitle: "…", at: titles.count - 1) == 6)
    }

    @Test
    func `a Japanese list has the letters A to Z before its own`() async throws {
      let list = japaneseContacts(in: try contacts("さくら", "Ada", "かな", "がく"))
      try await list.performFetch()
      #expect(list.sections.map(\.name) == ["A", "か", "さ"])
      #expect(list.sectionIndexTitles.starts(with: ["…", "A", "B"]))
    }

    @Test
    func `teams are under the letters of the alphabet`() async throws {
      let list = teamsByLetter(in: try contacts("Öst", "Väst", "Norr"))
      try await list.performFetch()
      #expect(list.sections.map(\.name) == ["Norr", "Väst", "Öst"])
      #expect(list.sections.map(\.indexTitle) == ["N", "V", "Ö"])
    }

    @Test
    func `an index has the order of the Swedish alphabet`() async throws {
      let file = try ScratchDatabase(
        """
        CREATE TABLE contact(id INTEGER PRIMARY KEY, name TEXT, team TEXT);
        INSERT INTO contact(name) VALUES ('Örjan'), ('Zoë'), ('Åke'), ('anna');
        """)
      let store = try await storeWithSwedishIndex(at: file.path)
      let request = ResultsRequest<StoredRow>(
        table: "contact", sortBy: [SortKey(.column("name"), collation: .localized("sv"))])
      let findings = try await store.check(request)
      #expect(findings.map(\.kind) == [.missingChangeLog])
      let rows = try await store.read { try await $0.fetch(request) }
      #expect(rows.map { $0["name"] } == ["anna", "Zoë", "Åke", "Örjan"])
    }
  #endif

  @Test
  func `albums are sorted without their articles`() async throws {
    let file = try ScratchDatabase(
      """
      CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT);
      INSERT INTO album(title) VALUES ('The Wall'), ('A Night at the Opera'), ('Abbey Road');
      """)
    let list = ResultsController(
      fetchRequest: albums, store: try SQLiteStore(path: file.path))
    try await list.performFetch()
    #expect(
      list.results.rows.map { $0["title"]?.textValue } == [
        "Abbey Road", "A Night at the Opera", "The Wall",
      ])
  }

  @Test
  func `searches find every word, any word, and rows that a predicate allows too`() async throws {
    let file = try ScratchDatabase.contacts()
    let store = try SQLiteStore(path: file.path)
    var found: [[String]] = []
    for request in searches("AD ana") + searches("ku gr") {
      found.append(try await store.read { try await $0.fetch(request) }.map(\.name))
    }
    #expect(found == [["Ada"], ["Ada"], [], [], ["Grace", "Kurt"], []])
    let rows = ResultsController(fetchRequest: searchedRows("ANÁLY"), store: store)
    try await rows.performFetch()
    #expect(rows.results.rows.map { $0["name"]?.textValue } == ["Ada"])
  }

  @Test
  func `drafts are the last section of a chat`() async throws {
    let store = MemoryStore(try MemoryTable(for: Message.self))
    let noon = try Date("2026-11-20T12:00:00Z", strategy: .iso8601)
    try store.write { db in
      for date in [nil, noon, noon.addingTimeInterval(-3 * 86_400)] as [Date?] {
        try db.insert(Message(id: UUID(), sender: "Ada", text: "", status: .sent, sentAt: date))
      }
    }
    let chat = Chat(store: store, clock: ManualWallClock(now: noon, timeZone: .gmt))
    try await chat.load()
    #expect(chat.days == ["Tuesday", "Today", "Drafts"])
    try await chat.controller.setRequest(
      ResultsRequest<Message>(),
      sectionBy: recentDays(by: ManualWallClock(now: noon + 7 * 86_400, timeZone: .gmt)))
    #expect(chat.controller.sections.map(\.key) == [.integer(-1_000_000_000_000), .null])
  }

  @Test
  func `days have the names of a language`() {
    let swedish = Locale(identifier: "sv_SE")
    let days: [RelativeDay] = [.today, .weekday(1), .weekday(7), .month(year: 2026, month: 11)]
    #expect(
      days.map { localizedName(of: $0, in: swedish) } == [
        "Today", "söndag", "lördag", "november 2026",
      ])
  }

  @Test
  func `a task list shows priorities without tasks`() async throws {
    let store = MemoryStore(try MemoryTable(for: TodoItem.self))
    let list = todoList(in: store)
    try await list.performFetch()
    #expect(list.sections.map(\.name) == ["high", "normal", "low"])
    try store.write { try $0.insert(TodoItem(id: 1, title: "Paint", priority: .low)) }
    try await list.refresh()
    #expect(list.sections.map(\.count) == [0, 0, 1])
  }
}
