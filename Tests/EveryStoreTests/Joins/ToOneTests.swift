import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalSQLite
import TestSupport
import Testing

/// Lists of records with properties of the rows of other tables that belong to them.
@MainActor @Suite struct ToOneTests {
  private func store(_ kind: StoreKind) async throws -> TestStore {
    let store = try await TestStore.ofSales(kind)
    try await store.write { batch in
      for id in 1...200 {
        batch.insert(Buyer(id: Int64(id), name: "name \(id)", city: Int64(id % 3)))
        batch.insert(
          PlainSale(
            id: Int64(id), status: "open", buyerID: Int64(id / 10),
            guideID: id % 2 == 0 ? 7 : nil))
      }
    }
    return store
  }

  @Test(arguments: StoreKind.allCases)
  func `a record has the columns of the rows that belong to it`(kind: StoreKind) async throws {
    let store = try await store(kind)
    let sales = try await store.fetch(
      ResultsRequest<Sale>(predicate: #Predicate { $0.id == 8 || $0.id == 73 }))
    #expect(
      sales == [
        // There is no buyer 0.
        Sale(
          id: 8, status: "open", buyerID: 0, buyer: .init(name: nil, city: nil), guide: "name 7"),
        Sale(
          id: 73, status: "open", buyerID: 7, buyer: .init(name: "name 7", city: 1), guide: nil),
      ])
  }

  @Test(arguments: StoreKind.allCases)
  func `sections, order, conditions and searches name such a column`(kind: StoreKind) async throws {
    let store = try await store(kind)
    var request = ResultsRequest<Sale>(
      predicate: #Predicate { $0.buyer.city != 2 && $0.guide != nil },
      search: .contains("name 1", in: \.buyer.name),
      sortBy: [SortKey(\.buyer.city), SortKey(\.buyer.name, order: .reverse)])
    request.fetchLimit = 12
    let list = try await store.replayed(request, sectionBy: SectionKey(\.buyer.city))
    func picture() -> [String] {
      list.controller.results.map { section in
        "\(section.name): \(section.map { "\($0.id)" }.joined(separator: " "))"
      }
    }
    #expect(
      picture() == [
        "0: 180 182 184 186 188 150 152 154 156 158 120 122"
      ])
    try await store.write { $0.update(Buyer(id: 18, name: "name 18", city: 1)) }
    try await list.controller.refresh()
    #expect(
      picture() == [
        "0: 150 152 154 156 158 120 122 124 126 128", "1: 190 192",
      ])
    #expect(list.violation == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func `a change reads the rows that it concerns`(kind: StoreKind) async throws {
    let store = try await store(kind)
    let list = try await store.replayed(ResultsRequest<Sale>(sortBy: [SortKey(\.buyer.name)]))
    let before = list.controller.diagnostics.rowsRead
    try await store.write { $0.update(Buyer(id: 8, name: "ada", city: nil)) }
    try await list.controller.refresh()

    #expect(list.controller.results.rows.count { $0.buyer.name == "ada" } == 10)
    #expect(list.controller.diagnostics.rowsRead - before == 10)
    #expect(list.controller.diagnostics.fullFetches == 1)
    #expect(list.violation == nil)
    guard kind != .memory else { return }
    try await store.writeElsewhere("UPDATE sale SET buyer_id = 8 WHERE id = 3")
    try await list.wait { list.controller.results.rows.count { $0.buyer.name == "ada" } == 11 }
    #expect(list.controller.diagnostics.fullFetches == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `writing a record leaves what belongs to others alone`(kind: StoreKind) async throws {
    let store = try await store(kind)
    let other = Sale.Person(name: "nobody", city: 99)
    try await store.write { batch in
      batch.update(Sale(id: 73, status: "paid", buyerID: 8, buyer: other, guide: "nobody"))
      batch.insert(Sale(id: 300, status: "new", buyerID: 9, buyer: other, guide: "nobody"))
      batch.upsert(Sale(id: 74, status: "sent", buyerID: 9, buyer: other, guide: "nobody"))
    }
    let sales = try await store.fetch(
      ResultsRequest<Sale>(predicate: #Predicate { $0.status != "open" }))
    #expect(sales.map(\.buyer.name) == ["name 8", "name 9", "name 9"])
    // Its column isn't mapped.
    #expect(sales.map(\.guide) == [nil, "name 7", nil])
    #expect(try await store.fetch(ResultsRequest<Buyer>()).count == 200)
  }

  @Test(arguments: StoreKind.databases)
  func `a condition in SQL has all rows read again`(kind: StoreKind) async throws {
    let store = try await store(kind)
    let list = try await store.replayed(
      ResultsRequest<Sale>(predicate: "\"buyer.name\" = ?", arguments: ["name 7"]))
    #expect(list.controller.results.rows.count == 10)
    try await store.write { $0.update(Buyer(id: 6, name: "name 7", city: nil)) }
    try await list.controller.refresh()
    #expect(list.controller.results.rows.count == 20)
    #expect(list.controller.diagnostics.fullFetches == 2)
    #expect(list.violation == nil)
  }

  @Test(arguments: StoreKind.databases)
  func `a check has nothing to say of a list that is known`(kind: StoreKind) async throws {
    let store = try await store(kind)
    try await store.execute("CREATE INDEX sale_buyer ON sale(buyer_id)")
    try await store.execute("CREATE INDEX sale_guide ON sale(guide_id)")
    let findings = try await store.store.check(ResultsRequest<Sale>())
    #expect(findings.isEmpty)
    try await store.execute("DROP INDEX sale_guide")
    let without = try await store.store.check(ResultsRequest<Sale>())
    #expect(without.map(\.kind) == (kind == .sqlite ? [.conditionWithoutIndex] : []))
  }

  @Test(arguments: StoreKind.databases)
  func `a condition in SQL names columns that no property has`(kind: StoreKind) async throws {
    let store = try await store(kind)
    let sales = try await store.fetch(
      ResultsRequest<Sale>(predicate: "\"guide_id\" IS NULL AND buyer_id = 7"))
    #expect(sales.map(\.id) == [71, 73, 75, 77, 79])
  }

  /// A sale whose buyer comes from a view.
  private struct ViewedSale: StoredRecord {
    var id: Int64
    var buyer: String?
    static let table = RecordTable(
      "sale", RecordColumn("id", \.id, primaryKey: true),
      RecordColumn("name", \.buyer, of: ToOne("known", by: "buyer_id")), row: ViewedSale.init)
  }

  @Test(arguments: StoreKind.databases)
  func `rows of a view have all rows read again`(kind: StoreKind) async throws {
    let store = try await store(kind)
    try await store.execute("CREATE VIEW known AS SELECT * FROM buyer WHERE name IS NOT NULL")
    let list = store.list(ResultsRequest<ViewedSale>())
    try await list.performFetch()
    try await store.execute("UPDATE buyer SET name = NULL WHERE id = 7")
    try await list.refresh()
    #expect(list.results.rows.count { $0.buyer == nil } == 19)
    #expect(list.diagnostics.fullFetchReason?.contains("\"known\" isn't a table") == true)
    let findings = try await store.store.check(ResultsRequest<ViewedSale>())
    #expect(findings.contains { $0.kind == .readAsAWhole })
  }

  /// A reading with the sensor that made it, and its place, both named by numbers that needn't be integers.
  private struct Reading: StoredRecord {
    var id: Double
    var sensor: Double?
    var place: String?
    static let table = RecordTable(
      "reading", RecordColumn("id", \.id, primaryKey: true), RecordColumn("sensor", \.sensor),
      RecordColumn("place", \.place, of: ToOne("sensor", by: "sensor")), row: Reading.init)
  }
  private struct Sensor: StoredRecord {
    var id: Double
    var place: String?
    static let table = RecordTable(
      "sensor", RecordColumn("id", \.id, primaryKey: true), RecordColumn("place", \.place),
      row: Sensor.init)
  }

  @Test(arguments: StoreKind.allCases)
  func `rows belong together whose numbers are equal`(kind: StoreKind) async throws {
    let tables = """
      CREATE TABLE sensor(id double precision PRIMARY KEY, place text);
      CREATE TABLE reading(id double precision PRIMARY KEY, sensor double precision);
      """
    let store =
      kind == .memory
      ? TestStore(
        .memory(MemoryStore(try MemoryTable(for: Reading.self), try MemoryTable(for: Sensor.self))))
      : try await TestStore(kind, sqlite: tables, postgres: tables)
    try await store.write { batch in
      batch.insert(Sensor(id: 5, place: "attic"))
      batch.insert(Reading(id: 1, sensor: 5, place: nil))
      batch.insert(Reading(id: 2.5, sensor: 6, place: nil))
    }
    let list = store.list(ResultsRequest<Reading>(predicate: #Predicate { $0.place == "roof" }))
    try await list.performFetch()
    #expect(list.results.rows.isEmpty)
    try await store.write { batch in
      batch.update(Sensor(id: 5, place: "roof"))
      batch.insert(Sensor(id: 6, place: "roof"))
    }
    try await list.refresh()
    #expect(list.results.rows.map(\.id) == [1, 2.5])
    try await store.write { $0.update(Reading(id: 1, sensor: nil, place: nil)) }
    try await list.refresh()
    #expect(list.results.rows.map(\.id) == [2.5])
  }

  /// A line of a sale, with a key of two columns, and the product that a text names.
  private struct Line: StoredRecord, Equatable {
    var sale: String
    var place: Int64
    var product: String?
    var title: String?
    static let table = RecordTable(
      "line", RecordColumn("sale", \.sale, primaryKey: true),
      RecordColumn("place", \.place, primaryKey: true), RecordColumn("product", \.product),
      RecordColumn("title", \.title, of: ToOne("product", by: "product", key: "code")),
      row: Line.init)
  }

  @Test(arguments: StoreKind.databases, [false, true])
  func `keys of text and of several columns are followed`(
    kind: StoreKind, hasRowIDs: Bool
  ) async throws {
    let form = kind == .sqlite && !hasRowIDs ? " WITHOUT ROWID" : ""
    let tables = """
      CREATE TABLE product(code TEXT PRIMARY KEY NOT NULL, title TEXT)\(form);
      CREATE TABLE line(sale TEXT NOT NULL, place INTEGER, product TEXT, PRIMARY KEY (sale, place))\(form);
      """
    let store = try await TestStore(kind, sqlite: tables, postgres: tables)
    switch store.base {
    case .memory: break
    case .sqlite(let base, _):
      try await base.installChangeLog(for: ["line"], oldValuesOf: hasRowIDs ? ["sale"] : [])
      try await base.installChangeLog(for: ["product"], oldValuesOf: hasRowIDs ? ["code"] : [])
    case .postgres(let base, _): try await base.installChangeLog(for: ["line", "product"])
    }
    let list = store.list(ResultsRequest<Line>(sortBy: [SortKey(\.title)]))
    try await list.performFetch()
    #expect(list.results.rows.isEmpty)
    func titles() -> [String?] { list.results.rows.map(\.title) }
    for (sql, expected) in [
      ("INSERT INTO line VALUES ('s1', 1, 'p'), ('s1', 2, NULL), ('s2', 1, 'q')", [nil, nil, nil]),
      ("INSERT INTO product VALUES ('p', 'Pen'), ('q', 'Quill')", [nil, "Pen", "Quill"]),
      ("UPDATE product SET code = 'r' WHERE code = 'q'", [nil, nil, "Pen"]),
      (
        "UPDATE line SET product = 'r', sale = 's3' WHERE sale = 's1' AND place = 2",
        [nil, "Pen", "Quill"]
      ),
      ("DELETE FROM line WHERE place = 1", ["Quill"]), ("DELETE FROM product", [nil]),
    ] as [(String, [String?])] {
      try await store.writeElsewhere(sql)
      try await list.refresh()
      #expect(titles() == expected, "\(sql)")
    }
    #expect(list.diagnostics.fullFetches == 1, "\(list.diagnostics.fullFetchReason ?? "")")
  }

  /// Records whose mapping doesn't fit the tables.
  private struct Keyless: StoredRecord {
    var id: Int64
    var buyer: String?
    static let table = RecordTable(
      "sale", RecordColumn("id", \.id),
      RecordColumn("name", \.buyer, of: ToOne("buyer", by: "buyer_id")), row: Keyless.init)
  }
  private struct Tableless: StoredRecord {
    var id: Int64
    var buyer: String?
    static let table = RecordTable(
      "sale", RecordColumn("id", \.id, primaryKey: true),
      RecordColumn("name", \.buyer, of: ToOne("bayer", by: "buyer_id")), row: Tableless.init)
  }
  private struct Columnless: StoredRecord {
    var id: Int64
    var buyer: String?
    static let table = RecordTable(
      "sale", RecordColumn("id", \.id, primaryKey: true),
      RecordColumn("nam", \.buyer, of: ToOne("buyer", by: "buyer_id")), row: Columnless.init)
  }
  private struct Referenceless: StoredRecord {
    var id: Int64
    var buyer: String?
    static let table = RecordTable(
      "sale", RecordColumn("id", \.id, primaryKey: true),
      RecordColumn("name", \.buyer, of: ToOne("buyer", by: "buyerid")), row: Referenceless.init)
  }
  private struct Unnamed: StoredRecord {
    var id: Int64
    var buyer: String?
    var guide: String?
    static let table = RecordTable(
      "sale", RecordColumn("id", \.id, primaryKey: true),
      RecordColumn("name", \.buyer, of: ToOne("buyer", by: "buyer_id")),
      RecordColumn("name", \.guide, of: ToOne("buyer", by: "guide_id")), row: Unnamed.init)
  }
  private struct Ambiguous: StoredRecord {
    var id: Int64
    var buyer: String?
    static let table = RecordTable(
      "sale", RecordColumn("id", \.id, primaryKey: true),
      RecordColumn("name", \.buyer, of: ToOne("buyer", by: "buyer_id", key: "city")),
      row: Ambiguous.init)
  }

  @Test(arguments: StoreKind.allCases)
  func `a mapping that doesn't fit the tables is an error that says where`(
    kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    func error<Record: StoredRecord>(_ type: Record.Type) async -> StoreError? {
      await storeError { _ = try await store.fetch(ResultsRequest<Record>()) }
    }
    #expect(await error(Keyless.self)?.code == .noKey)
    #expect(await error(Tableless.self)?.code == .noSuchTable)
    let unnamed = await error(Unnamed.self)
    #expect(unnamed?.code == .invalidMapping)
    #expect(unnamed?.message.contains("\"buyer.name\"") == true)
    let column = await error(Columnless.self)
    #expect(column?.code == .noSuchColumn)
    #expect(column?.message.contains("in \"buyer\"; did you mean \"name\"?") == true)
    let reference = await error(Referenceless.self)
    #expect(reference?.code == .noSuchColumn)
    #expect(reference?.message.contains("in \"sale\"") == true)
    // Three cities have many buyers.
    let list = store.list(ResultsRequest<Ambiguous>())
    let twice = await storeError { try await list.performFetch() }
    #expect(twice?.code == .duplicateKey)
  }
}
