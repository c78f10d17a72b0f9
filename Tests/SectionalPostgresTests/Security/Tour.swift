import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// A record whose table has its owner's types and a key of two columns.
struct Curio: StoredRecord, Hashable {
  var room: Int64
  var code: String
  var name: String
  var mood: String?
  var price: Double?
  var found: Date?
  var isSold: Bool
  var mark: UUID

  static let table = RecordTable(
    "curio", RecordColumn("room", \.room, primaryKey: true),
    RecordColumn("code", \.code, primaryKey: true),
    RecordColumn("name", \.name), RecordColumn("mood", \.mood), RecordColumn("price", \.price),
    RecordColumn("found", \.found), RecordColumn("is_sold", \.isSold), RecordColumn("mark", \.mark),
    row: Curio.init)

  static let schema = """
    CREATE TYPE public.feeling AS ENUM ('calm', 'glad');
    CREATE TYPE public.size AS (width int, height int);
    CREATE DOMAIN public.word AS pg_catalog.text;
    CREATE TABLE public.curio(room bigint, code pg_catalog.text, name public.word NOT NULL, mood public.feeling,
      price numeric, found timestamp with time zone, is_sold boolean NOT NULL, mark pg_catalog.uuid NOT NULL,
      size public.size, feelings public.feeling[], PRIMARY KEY (room, code));
    CREATE TABLE public.gem(mood public.feeling PRIMARY KEY, size public.size);
    INSERT INTO public.gem VALUES ('calm', ROW(1, 2)), ('glad', NULL);
    """

  static func made(_ number: Int) -> Curio {
    Curio(
      room: Int64(number % 3), code: "c\(number)", name: "name \(number % 7)",
      mood: number % 2 == 0 ? "calm" : nil, price: number % 5 == 0 ? nil : Double(number),
      found: Date(timeIntervalSince1970: Double(number) * 90_000), isSold: number % 4 == 0,
      mark: UUID())
  }
}

/// Everything that a store does on a server, as its users would do it.
@MainActor struct Tour {
  let store: PostgresStore
  let database: ScratchServerDatabase

  /// Returns the SQL that creates tables that belong to another role.
  static func tables(ownedBy owner: String) -> String {
    """
    \(Curio.schema) ALTER TABLE public.curio OWNER TO \(owner); ALTER TABLE public.gem OWNER TO \(owner);
    ALTER TYPE public.feeling OWNER TO \(owner); ALTER TYPE public.size OWNER TO \(owner);
    CREATE SCHEMA sectional_log_\(owner) AUTHORIZATION \(owner);
    GRANT USAGE ON SCHEMA public TO PUBLIC; GRANT CREATE ON SCHEMA public TO \(owner)
    """
  }

  /// Runs the whole tour.
  func run() async throws {
    try await writeRecords()
    try await store.installChangeLog(for: ["curio", "gem"], oldValuesOf: ["mood", "size"])
    #expect(try await store.changeLogColumns(of: ["gem"]) == ["gem": ["mood", "size"]])
    try await followRecords()
    try await readPages()
    try await followRows()
    try await readWithoutTables()
    try await store.uninstallChangeLog(for: ["curio"])
    try await store.installChangeLog(for: ["curio"], notifying: false)
    #expect(try await store.changeLogStatus() == ["curio": .installed, "gem": .notifying])
    let missing = await storeError { try await store.installChangeLog(for: ["curios"]) }
    #expect(missing?.code == .noSuchTable)
  }

  private func writeRecords() async throws {
    try await store.write { db in
      for number in 0..<30 { try await db.insert(Curio.made(number)) }
      var record = Curio.made(3)
      record.name = "other"
      #expect(try await db.update(record))
      try await db.upsert(record)
      #expect(try await db.delete(Curio.made(4)))
      try await db.savepoint { try await $0.execute("DELETE FROM public.gem WHERE false") }
      #expect(try await db.fetch(ResultsRequest<Curio>()).count == 29)
    }
  }

  private static let predicates: [Predicate<Curio>] = [
    #Predicate<Curio> { $0.name != "nobody" && $0.name.contains("a") && $0.code >= "c" },
    #Predicate<Curio> { $0.room < 3 && ($0.mood == nil || $0.mood != nil) && !$0.isSold },
    #Predicate<Curio> { $0.name.starts(with: "name") || ["other", "none"].contains($0.name) },
    #Predicate<Curio> { $0.room == 1 || [0, 2].contains($0.room) || $0.room > 70 },
  ]

  private func followRecords() async throws {
    for predicate in Tour.predicates { try await follow(predicate) }
    let day = Date(timeIntervalSince1970: 0)
    try await follow(#Predicate<Curio> { ($0.found ?? day) >= day })
    try await follow(#Predicate<Curio> { ($0.found ?? day) > day })
  }

  private func follow(_ predicate: Predicate<Curio>) async throws {
    let request = ResultsRequest<Curio>(
      predicate: predicate,
      sortBy: [
        SortKey(\.name, collation: .caseInsensitive), SortKey(\.price, order: .reverse),
      ])
    let list = ResultsController(
      fetchRequest: request, store: store, sectionNameKeyPath: \.mood, cacheName: "tour")
    try await list.performFetch()
    #expect(list.results.rows.count > 9)
    try await database.write(
      """
      UPDATE public.curio SET name = 'other' WHERE pg_catalog.starts_with(code, 'c1');
      UPDATE public.curio SET code = 'c99' WHERE code OPERATOR(pg_catalog.=) 'c5'
      """)
    try await list.refresh()
    let truth = try await store.read { try await $0.fetch(request) }
    #expect(Set(list.results.rows) == Set(truth))
    #expect(list.diagnostics.fullFetches <= 1, "\(list.diagnostics.fullFetchReason ?? "")")
    #expect(list.isCurrent, "\(list.status)")
    await list.close()
  }

  private func readPages() async throws {
    let request = ResultsRequest<StoredRow>(
      source: .table("curio"), sortBy: [SortKey(.column("room")), SortKey(.column("code"))])
    let page = try await store.read { reader in
      try await reader.page(
        of: request, sectionBy: nil, indexTitle: .firstLetter, at: .rank(3), count: 5)
    }
    #expect(page.results.rows.count == 5 && page.total == 29)
  }

  private func followRows() async throws {
    // A list that ends may take a connection with it, after which others read everything once.
    var lists: [ResultsController<StoredRow>] = []
    defer { for list in lists { list.stop() } }
    for table in ["gem", "public.curio"] {
      let list = ResultsController(
        fetchRequest: ResultsRequest<StoredRow>(table: table), store: store)
      lists.append(list)
      try await list.performFetch()
      let count = list.results.rows.count
      try await database.write("DELETE FROM \(table == "gem" ? "public.gem" : table)")
      try await list.refresh()
      #expect(count > 1 && list.results.rows.isEmpty)
      #expect(list.diagnostics.fullFetches == 1, "\(list.diagnostics.fullFetchReason ?? "")")
    }
  }

  private func readWithoutTables() async throws {
    let query = ResultsRequest<StoredRow>(
      sql: "SELECT room, name FROM public.curio", key: ["room"], sortBy: [SortKey(.column("name"))])
    let list = ResultsController(fetchRequest: query, store: store)
    try await list.performFetch()
    let filtered = ResultsRequest<StoredRow>(table: "curio", predicate: "is_sold")
    let other = ResultsController(fetchRequest: filtered, store: store)
    try await other.performFetch()
    #expect(list.isCurrent && other.isCurrent)
  }
}
