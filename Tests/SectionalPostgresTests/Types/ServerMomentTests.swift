import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Timestamps of a server, in every form that a property can take.
@MainActor struct ServerMomentTests {
  private struct Visit: StoredRecord, Hashable {
    var id: Int64
    var seconds: Date?
    var milliseconds: Date?
    var text: Date?
    static let table = RecordTable(
      "visit", RecordColumn("id", \.id, primaryKey: true),
      RecordColumn("seconds", \.seconds, as: .unixSeconds),
      RecordColumn("milliseconds", \.milliseconds, as: .unixMilliseconds),
      RecordColumn("text", \.text, as: .iso8601), row: Visit.init)

    init(id: Int64, seconds: Date?, milliseconds: Date?, text: Date?) {
      (self.id, self.seconds, self.milliseconds, self.text) = (id, seconds, milliseconds, text)
    }

    init(_ id: Int64, _ date: Date?) {
      self.init(id: id, seconds: date, milliseconds: date, text: date)
    }
  }

  private static func sql(_ type: String) -> String {
    "CREATE TABLE visit(id bigint PRIMARY KEY, seconds \(type), milliseconds \(type), text \(type))"
  }

  private static let days: [Double] = [
    0, -1, 1, 20_000, -719_162, -719_163, -719_528, -719_529, -735_000, -2_000_000, 2_932_896,
    2_932_897, 50_000_000,
  ]

  @Test(arguments: ["date", "timestamp", "timestamptz"])
  func `days are read from every type, including BC`(type: String) async throws {
    let database = try await ScratchServerDatabase(ServerMomentTests.sql(type))
    let store = try database.store()
    let visits = ServerMomentTests.days.enumerated().map {
      Visit(Int64($0), Date(timeIntervalSince1970: $1 * 86_400))
    }
    for visit in visits { try await store.write { try await $0.insert(visit) } }
    let request = ResultsRequest<Visit>(sortBy: [SortKey(\.id)])
    #expect(try await store.read { try await $0.fetch(request) } == visits)
    let program = try await database.write(
      "SELECT extract(epoch FROM seconds)::numeric::bigint FROM visit ORDER BY id")
    #expect(
      program.split(separator: "\n").compactMap { Double($0) }
        == ServerMomentTests.days.map { $0 * 86_400 })
  }

  @Test(arguments: ["timestamp", "timestamptz"])
  func `milliseconds are read in every form, and microseconds as seconds`(type: String)
    async throws
  {
    let database = try await ScratchServerDatabase(ServerMomentTests.sql(type))
    let store = try database.store()
    var random = SeededGenerator(seed: 5)
    let visits = (1...100).map { id in
      let milliseconds = Double(random.below(4_000_000_000_000) - 2_000_000_000_000)
      let microseconds = Double(random.below(4_000_000_000_000_000) - 2_000_000_000_000_000)
      let date = Date(timeIntervalSince1970: milliseconds / 1000)
      return Visit(
        id: Int64(id), seconds: Date(timeIntervalSince1970: microseconds / 1e6),
        milliseconds: date, text: date)
    }
    try await store.write { db in for visit in visits { try await db.insert(visit) } }
    let read = try await store.read {
      try await $0.fetch(ResultsRequest<Visit>(sortBy: [SortKey(\.id)]))
    }
    for (visit, other) in zip(visits, read) {
      for path in [\Visit.seconds, \.milliseconds, \.text] {
        let distance = other[keyPath: path]?.timeIntervalSince(visit[keyPath: path] ?? .distantPast)
        #expect(abs(distance ?? 9) < 1e-6, "\(visit) \(other)")
      }
    }
    // A record is found by the value that was read.
    for visit in read.prefix(10) {
      let seconds = visit.seconds
      let request = ResultsRequest<Visit>(predicate: #Predicate { $0.seconds == seconds })
      #expect(try await store.read { try await $0.fetch(request) } == [visit])
    }
  }

  @Test(arguments: ["date", "timestamp", "timestamptz"])
  func `a moment without end is a misfit that is named, and the list recovers`(type: String)
    async throws
  {
    let database = try await ScratchServerDatabase(ServerMomentTests.sql(type))
    try await database.write(
      "INSERT INTO visit VALUES (1, '2026-11-20', '2026-11-20', '2026-11-20')")
    let store = try database.store()
    let list = ResultsController(fetchRequest: ResultsRequest<Visit>(), store: store)
    try await list.performFetch()
    for (column, end) in [
      ("seconds", "infinity"), ("milliseconds", "-infinity"), ("text", "infinity"),
    ] {
      try await database.write("UPDATE visit SET \(column) = '\(end)'")
      try await wait { list.error != nil }
      #expect(list.error?.code == .unexpectedCell)
      for part in ["\"visit\"", "\"\(column)\"", "key 1"] {
        #expect(list.error?.message.contains(part) == true, "\(list.error?.message ?? "")")
      }
      #expect(list.error?.everyWord.contains("infinity") == false)
      try await database.write("UPDATE visit SET \(column) = '2026-11-21'")
      try await wait { list.isCurrent }
    }
  }

  @Test func `the distant past is a moment like others`() async throws {
    let database = try await ScratchServerDatabase(ServerMomentTests.sql("timestamptz"))
    let store = try database.store()
    let (past, future) = (Date.distantPast, Date.distantFuture)
    try await store.write { try await $0.insert(Visit(1, Date(timeIntervalSince1970: 0))) }
    let since = ResultsRequest<Visit>(predicate: #Predicate { ($0.seconds ?? future) >= past })
    #expect(try await store.read { try await $0.fetch(since) }.map(\.id) == [1])
    let wrapped = ResultsRequest<Visit>(predicate: #Predicate { $0.seconds == past })
    let error = await storeError { _ = try await store.read { try await $0.fetch(wrapped) } }
    #expect(error == nil, "\(error?.message ?? "")")
    let written = await storeError { try await store.write { try await $0.insert(Visit(2, past)) } }
    #expect(written == nil, "\(written?.message ?? "")")
    try await store.write { try await $0.insert(Visit(3, future)) }
    let latest = ResultsRequest<Visit>(predicate: #Predicate { $0.text == future })
    #expect(try await store.read { try await $0.fetch(latest) }.map(\.id) == [3])
  }

  @Test func `a day that only a date column can hold is read in every form`() async throws {
    let database = try await ScratchServerDatabase(ServerMomentTests.sql("date"))
    let store = try database.store()
    // In the years 4108858 and 4380648.
    let visits = [1.5e9, 1.6e9].enumerated().map {
      Visit(Int64($0), Date(timeIntervalSince1970: $1 * 86_400))
    }
    try await store.write { db in for visit in visits { try await db.insert(visit) } }
    let request = ResultsRequest<Visit>(sortBy: [SortKey(\.text)])
    #expect(try await store.read { try await $0.fetch(request) } == visits)
    let list = ResultsController(
      fetchRequest: request, store: store, sectionBy: .calendar(.year, of: \.text, in: .gmt),
      tracksChanges: false)
    let error = await storeError { try await list.performFetch() }
    #expect(error?.code == .unexpectedCell)
    #expect(error?.message.contains("\"text\" of \"visit\" with the key") == true)
    #expect(error?.message.contains("4108858") == false)
  }

  @Test(arguments: ["date", "timestamp", "timestamptz"])
  func `a date that no server counts is refused`(type: String) async throws {
    let database = try await ScratchServerDatabase(ServerMomentTests.sql(type))
    let store = try database.store()
    for seconds in [-1e300, -9e15, 2e14, 1e300] {
      let visit = Visit(1, Date(timeIntervalSince1970: seconds))
      let error = await storeError { try await store.write { try await $0.insert(visit) } }
      #expect(error != nil, "\(seconds)")
    }
    #expect(try await database.write("SELECT count(*) FROM visit") == "0\n")
  }

  @Test func `timestamps of rows can be written back as they were read`() async throws {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE day(id int PRIMARY KEY, at timestamptz, day date);
      INSERT INTO day VALUES (1, '2026-11-20 09:00:00.123456Z', '2026-11-20'),
        (2, 'infinity', '-infinity'), (3, '12345-01-01 00:00:00Z', '12345-01-01'),
        (4, '0044-03-15 00:00:00Z BC', '0044-03-15 BC');
      """)
    let store = try database.store()
    let request = ResultsRequest<StoredRow>(table: "day")
    let rows = try await store.read { try await $0.fetch(request) }
    for row in rows {
      let error = await storeError {
        try await store.write { db in
          _ = try await db.execute(
            "UPDATE day SET at = ?, day = ? WHERE id = ?",
            [row["at"] ?? .null, row["day"] ?? .null, row["id"] ?? .null])
        }
      }
      #expect(error == nil, "\(row.values): \(error?.message ?? "")")
    }
    #expect(try await store.read { try await $0.fetch(request) } == rows)
  }
}
