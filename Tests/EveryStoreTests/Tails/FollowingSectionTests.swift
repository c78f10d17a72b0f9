import Foundation
import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// Sections that follow from the first sort key, in lists that show or hold a part of their rows.
@MainActor @Suite struct FollowingSectionTests {
  private static let day = SectionKey<Visit>.calendar(.day, of: \.at, in: TailBench.zone)

  private func store(_ kind: StoreKind, _ visits: [Visit]) async throws -> TestStore {
    let store = try await TestStore(kind, of: Visit.self, visits)
    guard kind != .memory else { return store }
    for order in ["at", "level"] {
      let first = kind == .postgres ? "\(order) NULLS FIRST" : order
      try await store.execute("CREATE INDEX visit_\(order) ON visit (\(first), id)")
    }
    try await store.installChangeLog(for: ["visit"])
    return store
  }

  private func pictures(_ list: ResultsController<Visit>) -> [SectionPicture] {
    list.results.map { SectionPicture($0.name, $0.key, $0.map(\.id)) }
  }

  @Test(arguments: StoreKind.databases, [false, true])
  func `a limit reads its rows alone`(kind: StoreKind, isReversed: Bool) async throws {
    let store = try await store(kind, (0..<4000).map(TailBench.message))
    for (column, section) in [
      (SortKey<Visit>(\.at, order: isReversed ? .reverse : .forward), Self.day),
      (
        SortKey(\.at, order: isReversed ? .reverse : .forward),
        .relativeDay(of: \.at, clock: DayClock(TailBench.start, TailBench.zone))
      ),
    ] {
      var request = ResultsRequest<Visit>(sortBy: [column])
      let whole = store.list(request, sectionBy: section, tracksChanges: false)
      (request.fetchOffset, request.fetchLimit) = (700, 1000)
      let list = store.list(request, sectionBy: section)
      try await whole.performFetch()
      try await list.performFetch()
      #expect(list.diagnostics.rowsRead <= 1000 + 2 * 64)
      let shown = Set(list.results.rows.map(\.id))
      #expect(list.results.rows.map(\.id) == Array(whole.results.rows.map(\.id)[700..<1700]))
      #expect(
        pictures(list)
          == whole.results.map {
            SectionPicture($0.name, $0.key, $0.map(\.id).filter(shown.contains))
          }
          .filter { !$0.ids.isEmpty })
    }
  }

  /// Sections in the other direction than the first sort key don't follow from it.
  @Test(arguments: StoreKind.databases)
  func `sections in another direction, or of another column, are right too`(
    kind: StoreKind
  ) async throws {
    let store = try await store(
      kind, (0..<3000).map { Visit(id: $0, level: Int($0 % 7), at: TailBench.message($0).at) })
    for (sort, section) in [
      (SortKey<Visit>(\.at), Self.day.ordered(.reverse)), (SortKey(\.level), Self.day),
      (SortKey(\.at), .buckets(of: \.level, from: [2, 4])),
    ] {
      var request = ResultsRequest<Visit>(sortBy: [sort])
      let whole = store.list(request, sectionBy: section, tracksChanges: false)
      try await whole.performFetch()
      (request.fetchOffset, request.fetchLimit) = (1000, 900)
      let list = store.list(request, sectionBy: section, tracksChanges: false)
      try await list.performFetch()
      #expect(list.results.rows.map(\.id) == Array(whole.results.rows.map(\.id)[1000..<1900]))
      request.fetchWindowSize = 200
      (request.fetchOffset, request.fetchLimit) = (0, 0)
      let window = store.list(request, sectionBy: section)
      await #expect(throws: StoreError.self) { try await window.performFetch() }
    }
  }

  @Test(arguments: StoreKind.databases)
  func `ranges of numbers have limits, with nulls and equal numbers`(kind: StoreKind) async throws {
    let visits = (0..<900).map {
      Visit(id: $0, level: Int($0 % 30), weight: $0 % 7 == 0 ? nil : Double($0 % 50))
    }
    let store = try await store(kind, visits)
    for (sort, section) in [
      (SortKey<Visit>(\.level), SectionKey<Visit>.buckets(of: \.level, from: [5, 10, 20])),
      (SortKey(\.weight, order: .reverse), .buckets(of: \.weight, from: [0.5, 10])),
      (SortKey(\.weight, nulls: .last), .buckets(of: \.weight, from: [0.5, 10])),
    ] {
      var request = ResultsRequest<Visit>(sortBy: [sort])
      let whole = store.list(request, sectionBy: section, tracksChanges: false)
      try await whole.performFetch()
      (request.fetchOffset, request.fetchLimit) = (100, 300)
      let list = store.list(request, sectionBy: section)
      try await list.performFetch()
      #expect(list.results.rows.map(\.id) == Array(whole.results.rows.map(\.id)[100..<400]))
      try await store.write { $0.update(Visit(id: 0, level: 29, weight: 49)) }
      try await list.refresh()
      try await whole.performFetch()
      #expect(list.results.rows.map(\.id) == Array(whole.results.rows.map(\.id)[100..<400]))
      try await store.write { $0.update(Visit(id: 0)) }
    }
  }

  @Test(arguments: StoreKind.databases)
  func `a list with a window has sections of days`(kind: StoreKind) async throws {
    let store = try await store(kind, (0..<5000).map(TailBench.message))
    var request = ResultsRequest<Visit>(sortBy: [SortKey(\.at)])
    let whole = store.list(request, sectionBy: Self.day)
    request.fetchWindowSize = 300
    let list = store.list(request, sectionBy: Self.day)
    try await whole.performFetch()
    try await list.performFetch()
    try await wait(for: "all rows to be counted") { list.results.counting?.isComplete == true }
    func check() {
      #expect(list.results.map(\.name) == whole.results.map(\.name))
      #expect(list.results.map(\.count) == whole.results.map(\.count))
    }
    check()
    try await store.write { batch in
      batch.delete(TailBench.message(2500))
      batch.update(Visit(id: 10, at: TailBench.message(4000).at))
    }
    try await whole.refresh()
    try await list.refresh()
    check()
    let last = try #require(list.results.indices.last)
    let path = IndexPath(indexes: [last, 3])
    try await list.loadRows(at: [path])
    #expect(list.row(ifLoaded: path)?.id == whole.object(at: path).id)
  }

  @Test(arguments: StoreKind.databases)
  func `a list with a window has sections of relative days, and midnight reads nothing`(
    kind: StoreKind
  ) async throws {
    let store = try await store(kind, (0..<5000).map { TailBench.message($0 * 4) })
    let clock = DayClock(TailBench.start.addingTimeInterval(86_400 * 12), TailBench.zone)
    let section = SectionKey<Visit>.relativeDay(of: \.at, clock: clock)
    var request = ResultsRequest<Visit>(sortBy: [SortKey(\.at)])
    let whole = store.list(request, sectionBy: section)
    request.fetchWindowSize = 300
    let list = store.list(request, sectionBy: section)
    let recorder = ChangesetRecorder<Visit>()
    try await whole.performFetch()
    try await list.performFetch()
    try await wait(for: "all rows to be counted") { list.results.counting?.isComplete == true }
    list.changesetDelegate = recorder
    func picture(_ list: ResultsController<Visit>) -> [String] {
      list.results.map { "\($0.name) \($0.key) \($0.count)" }
    }
    #expect(picture(list) == picture(whole))
    try #require(list.results.map(\.name).contains("Today"))
    try await list.refresh()
    let read = list.diagnostics.rowsRead
    for day in 13...21 {
      let before = picture(list)
      try await clock.set(TailBench.start.addingTimeInterval(86_400 * Double(day)), for: 2)
      try await wait(for: "the new day") {
        picture(list) != before && picture(list) == picture(whole)
      }
    }
    #expect(list.results.map(\.name) == ["November 2026", "December 2026"])
    #expect(list.diagnostics.rowsRead == read && list.diagnostics.fullFetches <= 1)
    #expect(recorder.changesets.count == 9)
    #expect(recorder.changesets.allSatisfy { !$0.isReset })
    request.sortBy = [SortKey(\.level)]
    let other = store.list(request, sectionBy: section)
    await #expect(throws: StoreError.self) { try await other.performFetch() }
  }

  /// SQLite orders texts as texts, and moments can be written in several forms.
  @Test func `moments as texts are in the right order in a file, whatever their forms`()
    async throws
  {
    let texts = [
      "2026-11-20 23:30:00", "2026-11-20T22:00:00Z", "2026-11-21T00:30:00+02:00", "2026-11-20",
      "2026-11-21", "1795000000", "2026-11-19T10:00:00Z",
    ]
    let file = try ScratchDatabase(
      """
      CREATE TABLE message(id INTEGER PRIMARY KEY, sent);
      CREATE INDEX message_sent ON message (sent, id);
      INSERT INTO message VALUES (100, 1795100000), (101, 1795000000.5), (102, NULL);
      """)
    let store = TestStore(.sqlite(try file.store(), file))
    for (id, text) in texts.enumerated() where text.contains("-") {
      try await store.execute("INSERT INTO message VALUES (?, ?)", [id, text])
    }
    let section = SectionKey<StoredRow>.calendar(.day, of: "sent", in: .gmt)
    var request = ResultsRequest<StoredRow>(
      source: .table("message"), sortBy: [SortKey(.column("sent"))])
    let whole = store.list(request, sectionBy: section, tracksChanges: false)
    try await whole.performFetch()
    for last in 1...8 {
      request.fetchLast = last
      let list = store.list(request, sectionBy: section, tracksChanges: false)
      try await list.performFetch()
      #expect(list.results.rows.map(\.key) == whole.results.rows.map(\.key).suffix(last))
      #expect(list.results.last?.name == whole.results.last?.name)
    }
    let findings = try await store.store.check(request, sectionBy: section)
    #expect(findings.contains { $0.kind == .orderUnknownToStore })
  }

  /// Moments of a server's own types are in its order.
  @Test(arguments: ["timestamptz", "timestamp", "date", "bigint"])
  func `moments of a server have limits`(type: String) async throws {
    let value = type == "bigint" ? "1795000000 + 600 * n" : "to_timestamp(1795000000 + 600 * n)"
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE message(id bigint PRIMARY KEY, sent \(type));
      INSERT INTO message SELECT n, \(value)\(type == "bigint" ? "" : "::\(type)")
        FROM generate_series(1, 2000) AS n;
      INSERT INTO message VALUES (3000, NULL);
      CREATE INDEX ON message (sent NULLS FIRST, id);
      """)
    let store = TestStore(.postgres(try database.store(), database))
    let section = SectionKey<StoredRow>.calendar(.day, of: "sent", in: TailBench.zone)
    var request = ResultsRequest<StoredRow>(
      source: .table("message"), sortBy: [SortKey(.column("sent"))])
    let whole = store.list(request, sectionBy: section, tracksChanges: false)
    try await whole.performFetch()
    request.fetchLast = 500
    // Without a log, any commit to another database has it read again.
    try await store.installChangeLog(for: ["message"])
    let list = store.list(request, sectionBy: section, tracksChanges: false)
    try await list.performFetch()
    #expect(list.results.rows.map(\.key) == whole.results.rows.map(\.key).suffix(500))
    #expect(list.results.map(\.name) == whole.results.map(\.name).suffix(list.results.count))
    #expect(list.diagnostics.rowsRead == 500)
    try await list.loadEarlier(100)
    #expect(list.results.rows.map(\.key) == whole.results.rows.map(\.key).suffix(600))
    #expect(list.diagnostics.rowsRead == 600)
  }

  /// A property holds what the server holds as a timestamp as a number.
  struct Message: SchemaRecord, Hashable {
    var id: UUID
    var room: Int64
    var text: String
    var at: Date

    static let table = RecordTable(
      "message", RecordColumn("id", \.id, as: .blob, primaryKey: true),
      RecordColumn("room", \.room),
      RecordColumn("text", \.text), RecordColumn("at", \.at)
    ) { Message(id: $0, room: $1, text: $2, at: $3) }

    static let sqlite = """
      CREATE TABLE message(id BLOB PRIMARY KEY, room INTEGER NOT NULL, text TEXT NOT NULL, at REAL NOT NULL);
      CREATE INDEX message_at ON message (at, id);
      CREATE INDEX message_room ON message (room, at, id);
      """
    static let postgres = """
      CREATE TABLE message(
        id uuid PRIMARY KEY, room bigint NOT NULL, text text NOT NULL, at timestamptz NOT NULL);
      CREATE INDEX ON message (at NULLS FIRST, id);
      CREATE INDEX ON message (room, at NULLS FIRST, id);
      """

    init(id: UUID, room: Int64, text: String, at: Date) {
      (self.id, self.room, self.text, self.at) = (id, room, text, at)
    }

    /// Several have the same moment, to the microsecond.
    init(_ number: Int) {
      let digits = String(number * 37 % 65_536 + 65_536, radix: 16)
      id = UUID(uuidString: "07070707-0707-4707-8707-0707070\(digits)") ?? UUID()
      (room, text) = (Int64(number % 3), "message \(number)")
      at = TailBench.start.addingTimeInterval(Double(number / 3) * 613.000_037)
    }
  }

  @Test(arguments: StoreKind.databases)
  func `moments that a property holds in another form than the server read few rows`(
    kind: StoreKind
  ) async throws {
    let store = try await TestStore(kind, of: Message.self, (0..<1500).map(Message.init))
    try await store.installChangeLog(for: ["message"])
    let section = SectionKey<Message>.calendar(.day, of: \.at, in: TailBench.zone)
    for predicate in [nil, #Predicate<Message> { $0.room == 1 }] {
      var request = ResultsRequest<Message>(predicate: predicate, sortBy: [SortKey(\.at)])
      let whole = store.list(request, sectionBy: section, tracksChanges: false)
      try await whole.performFetch()
      let all = whole.results.rows.map(\.id)
      request.fetchLast = 20
      let list = store.list(request, sectionBy: section)
      try await list.performFetch()
      #expect(list.results.rows.map(\.id) == all.suffix(20))
      try await list.loadEarlier(31)
      #expect(list.results.rows.map(\.id) == all.suffix(51))
      let read = list.diagnostics.rowsRead
      #expect(read <= (predicate == nil || kind == .sqlite ? 51 : 600))
    }
  }

  @Test(arguments: StoreKind.databases)
  func `lists with batches and windows know the places of such moments`(
    kind: StoreKind
  ) async throws {
    let store = try await TestStore(kind, of: Message.self, (0..<1500).map(Message.init))
    if case .postgres(let store, _) = store.base {
      try await store.installChangeLog(for: ["message"], oldValuesOf: ["at"])
    }
    let section = SectionKey<Message>.calendar(.day, of: \.at, in: TailBench.zone)
    var request = ResultsRequest<Message>(sortBy: [SortKey(\.at)])
    let whole = store.list(request, sectionBy: section)
    request.fetchBatchSize = 10
    let batches = store.list(request, sectionBy: section)
    (request.fetchBatchSize, request.fetchWindowSize) = (0, 200)
    let window = store.list(request, sectionBy: section)
    for list in [whole, batches, window] { try await list.performFetch() }
    try await wait(for: "all rows to be counted") {
      window.results.counting?.isComplete == true
    }
    for number in [700, 3, 1499] {
      var moved = Message(number)
      moved.at = Message((number + 500) % 1500).at
      let record = moved
      try await store.write { batch in
        batch.update(record)
        batch.delete(Message(number / 2))
      }
      for list in [whole, batches, window] { try await list.refresh() }
      let expected = whole.results.map { [$0.name, "\($0.count)"] }
      #expect(batches.results.map { [$0.name, "\($0.count)"] } == expected)
      #expect(window.results.map { [$0.name, "\($0.count)"] } == expected)
      let path = try #require(whole.indexPath(forObject: record))
      #expect(batches.results.indexPath(forKey: RowKey(record.id, as: .blob)) == path)
      for list in [batches, window] {
        try await list.loadRows(at: [path])
        #expect(list.row(ifLoaded: path)?.id == record.id)
      }
    }
    #expect(batches.diagnostics.fullFetches == 1)
  }
}
