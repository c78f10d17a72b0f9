import Sectional
import SectionalTesting
import TestSupport

/// Somebody who buys.
struct Buyer: StoredRecord, Identifiable {
  var id: Int64
  var name: String?
  var city: Int64?

  static let table = RecordTable(
    "buyer", RecordColumn("id", \.id, primaryKey: true), RecordColumn("name", \.name),
    RecordColumn("city", \.city), row: Buyer.init)
}

/// A sale with its buyer, and with the one who recommended it.
struct Sale: StoredRecord, Identifiable, Equatable {
  var id: Int64
  var status: String?
  var buyerID: Int64?
  var buyer: Person
  var guide: String?

  /// What a sale shows of its buyer.
  struct Person: Equatable {
    var name: String?
    var city: Int64?
  }

  static let table = RecordTable(
    "sale", RecordColumn("id", \.id, primaryKey: true), RecordColumn("status", \.status),
    RecordColumn("buyer_id", \.buyerID),
    RecordColumn("name", \.buyer.name, of: ToOne("buyer", by: "buyer_id")),
    RecordColumn("city", \.buyer.city, of: ToOne("buyer", by: "buyer_id")),
    RecordColumn("name", \.guide, of: ToOne("buyer", by: "guide_id", named: "guide")),
    row: { id, status, buyerID, name, city, guide in
      Sale(
        id: id, status: status, buyerID: buyerID, buyer: Person(name: name, city: city),
        guide: guide)
    })
}

/// A sale without what belongs to others.
struct PlainSale: StoredRecord {
  var id: Int64
  var status: String?
  var buyerID: Int64?
  var guideID: Int64?

  static let table = RecordTable(
    "sale", RecordColumn("id", \.id, primaryKey: true), RecordColumn("status", \.status),
    RecordColumn("buyer_id", \.buyerID), RecordColumn("guide_id", \.guideID), row: PlainSale.init)
}

extension TestStore {
  /// Creates a store with the tables of sales and buyers, and a change log in a database.
  static func ofSales(_ kind: StoreKind, isLogged: Bool = true) async throws -> TestStore {
    guard kind != .memory else {
      return TestStore(
        .memory(MemoryStore(try MemoryTable(for: PlainSale.self), try MemoryTable(for: Buyer.self)))
      )
    }
    let tables = """
      CREATE TABLE buyer(id INTEGER PRIMARY KEY, name TEXT, city INTEGER);
      CREATE TABLE sale(id INTEGER PRIMARY KEY, status TEXT, buyer_id INTEGER, guide_id INTEGER);
      """
    let store = try await TestStore(kind, sqlite: tables, postgres: tables)
    if isLogged { try await store.installChangeLog(for: ["buyer", "sale"]) }
    return store
  }

  /// Opens a list of sales whose change sets are replayed.
  @MainActor func replayed(
    _ request: ResultsRequest<Sale>, sectionBy section: SectionKey<Sale>? = nil
  ) async throws -> ReplayedList<Sale> {
    func open(_ store: some ResultsStore) async throws -> ReplayedList<Sale> {
      try await ReplayedList(request, store, sectionBy: section, picture: Sale.picture)
    }
    return try await open(store)
  }
}

extension Sale {
  /// What a list of sales shows.
  fileprivate static func picture(_ results: ResultsList<Sale>) -> ListPicture {
    func value(_ integer: Int64?) -> OracleValue {
      OracleValue(integer.map(StoredValue.integer) ?? .null)
    }
    func value(_ text: String?) -> OracleValue {
      OracleValue(text.map(StoredValue.text) ?? .null)
    }
    return ListPicture(
      results.map { section in
        ListPicture.Section(
          key: OracleValue(section.key), name: section.name,
          rows: section.map { sale in
            ListPicture.Row(
              id: [value(sale.id)],
              cells: [
                value(sale.status), value(sale.buyerID), value(sale.buyer.name),
                value(sale.buyer.city), value(sale.guide),
              ])
          })
      })
  }
}
