import Foundation
import Sectional
import SectionalTesting
import Testing

/// Columns that stand in another order than the initializer's parameters.
@MainActor @Suite struct ColumnOrderTests {
  private static let sql = "CREATE TABLE pair(id INTEGER PRIMARY KEY, first TEXT, last TEXT);"

  @Test func `columns in another order are an error that names one`() async throws {
    let stores = try await RecordStores(Self.sql, [Pair(id: 1, first: "a", last: "b")])
    for error in await stores.error(FetchRequest()) {
      #expect(error?.code == .invalidMapping)
      #expect(error?.message.contains("\"last\"") == true, "\(error?.message ?? "")")
      #expect(error?.message.contains("Pair") == true)
    }
  }

  @Test func `rows that reveal nothing are shown until one does`() async throws {
    let stores = try await RecordStores(Self.sql, [Pair(id: 1, first: "a", last: "a")])
    for (_, list) in try await stores.lists(FetchRequest()) {
      #expect(list.fetchedObjects.map(\.first) == ["a"])
    }
  }

  @Test func `the order is looked at when the first rows come`() async throws {
    let stores = try await RecordStores<Pair>(Self.sql)
    let list = ResultsController(fetchRequest: FetchRequest<Pair>(), store: stores.memory)
    try await list.performFetch()
    try await stores.insert([Pair(id: 1, first: "a", last: "b")])
    let deadline = ContinuousClock.now + LawSuite.patience
    var error: StoreError?
    while error == nil, ContinuousClock.now < deadline {
      if case .stale(let reason) = list.status { error = reason }
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(error?.code == .invalidMapping)
    #expect(list.fetchedObjects.isEmpty)
  }
}

/// A record whose columns stand in the wrong order.
private struct Pair: TableRecord {
  var id: Int
  var first: String
  var last: String

  static let table = Table(
    "pair", Column("id", \.id, primaryKey: true), Column("last", \.last), Column("first", \.first),
    row: Pair.init)
}
