import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// Random conditions show the same records on every store.
@MainActor struct RandomPredicateTests {
  private func request(_ expression: RowExpression) -> ResultsRequest<Ware> {
    var request = ResultsRequest<Ware>(sortBy: [SortKey(\.id)])
    request.predicate = .success(RowPredicate(expression))
    return request
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `a random condition shows the same records on every store`(seed: UInt64) async throws {
    let wares = Ware.some(60, seed: seed)
    let stores = try await RecordStores(sqlite: Ware.sqlite, postgres: Ware.postgres, wares)
    var expressions = WareExpressions(seed: seed)
    var (matches, failures) = (0, 0)
    for _ in 0..<250 where failures < 5 {
      let tree = expressions.condition()
      let lists = try await stores.lists(request(tree))
      let expected = lists[0].list.results.rows.map(\.id)
      matches += expected.isEmpty ? 0 : 1
      for (name, list) in lists.dropFirst() {
        let shown = list.results.rows.map(\.id)
        failures += shown == expected ? 0 : 1
        let odd = wares.first { shown.contains($0.id) != expected.contains($0.id) }
        #expect(shown == expected, "\(name): \(tree) \(odd.map { "\($0)" } ?? "")")
      }
    }
    #expect(failures > 0 || matches > 60)
  }

  /// NaN can't be stored in a file, but it can in memory and on a server.
  private struct Reading: StoredRecord {
    var id: Int64
    var size: Double?
    static let table = RecordTable(
      "reading", RecordColumn("id", \.id, primaryKey: true), RecordColumn("size", \.size),
      row: Reading.init)
  }

  @Test func `NaN is compared the same in memory and on a server`() async throws {
    let sizes: [Double] = [.nan, -.infinity, -1, 0, 5, .infinity]
    let memory = MemoryStore(try MemoryTable(for: Reading.self))
    try memory.write { db in
      for (id, size) in sizes.enumerated() {
        try db.upsert([.integer(Int64(id)), .real(size)], into: "reading")
      }
    }
    let server = try await ScratchServerDatabase(
      """
      CREATE TABLE reading(id bigint PRIMARY KEY, size float8);
      INSERT INTO reading VALUES (0, 'nan'), (1, '-inf'), (2, -1), (3, 0), (4, 5), (5, 'inf');
      """)
    let store = try server.store()
    let constants: [StoredValue] = [.real(-.infinity), 0, 5.0, .real(.infinity), .null, "a"]
    for way in RowExpression.Comparison.allCases {
      for constant in constants {
        for condition in [
          .comparison(way, .column("size"), .constant(constant)),
          .comparison(way, .constant(constant), .column("size")),
          .not(.comparison(way, .column("size"), .constant(constant))),
          .isOne(.column("size"), of: [constant, 5.0]),
        ] as [RowExpression] {
          var request = ResultsRequest<Reading>(sortBy: [SortKey(\.size)])
          request.predicate = .success(RowPredicate(condition))
          let inMemory = try await memory.read { try await $0.fetch(request).map(\.id) }
          let onServer = try await store.read { try await $0.fetch(request).map(\.id) }
          #expect(inMemory == onServer, "\(condition)")
        }
      }
    }
  }
}
