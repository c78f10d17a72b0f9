import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// Lists with properties of other tables' rows, over random histories.
@MainActor @Suite struct ToOneHistoryTests {
  /// A list: its request, its sections, and the rows that it must show, in their order.
  struct Plan: Sendable, CustomTestStringConvertible {
    let name: String
    let limit: Int
    let shows: @Sendable (Sale) -> Bool
    let request: @Sendable () -> ResultsRequest<Sale>

    var testDescription: String { name }

    static let all: [Plan] = [
      Plan(
        name: "all", limit: 0, shows: { _ in true }, request: { ResultsRequest<Sale>() }),
      Plan(
        name: "condition", limit: 0, shows: { $0.buyer.city == 1 || $0.guide == "b" },
        request: {
          ResultsRequest<Sale>(predicate: #Predicate { $0.buyer.city == 1 || $0.guide == "b" })
        }),
      Plan(
        name: "limit", limit: 4, shows: { $0.status != nil },
        request: { ResultsRequest<Sale>(predicate: #Predicate { $0.status != nil }) }),
    ]
  }

  private struct History {
    var random: SeededGenerator

    /// Returns the writes of a random transaction, for every store and as SQL.
    mutating func transaction() -> [(run: @Sendable (inout RecordBatch) -> Void, sql: String)] {
      (0...random.below(3)).map { _ in write() }
    }

    private mutating func write() -> (run: @Sendable (inout RecordBatch) -> Void, sql: String) {
      let (id, other) = (Int64(random.below(9) + 1), Int64(random.below(5) + 1))
      func sql(_ value: Int64?) -> String { value.map { "\($0)" } ?? "NULL" }
      func sql(_ text: String?) -> String { text.map { "'\($0)'" } ?? "NULL" }
      switch random.below(8) {
      case 0:
        return (
          { $0.delete(Buyer(id: other, name: nil, city: nil)) },
          "DELETE FROM buyer WHERE id = \(other)"
        )
      case 1:
        return (
          { $0.delete(PlainSale(id: id, status: nil, buyerID: nil, guideID: nil)) },
          "DELETE FROM sale WHERE id = \(id)"
        )
      case 2, 3, 4:
        let buyer = Buyer(
          id: other, name: random.element(of: ["a", "b", "c", nil]) ?? nil,
          city: random.element(of: [1, 2, nil]) ?? nil)
        return (
          { $0.upsert(buyer) },
          """
          INSERT INTO buyer VALUES (\(other), \(sql(buyer.name)), \(sql(buyer.city)))
          ON CONFLICT (id) DO UPDATE SET name = excluded.name, city = excluded.city
          """
        )
      default:
        let sale = PlainSale(
          id: id, status: random.element(of: ["open", "paid", nil]) ?? nil,
          buyerID: random.happens(onceIn: 5) ? nil : other,
          guideID: random.happens(onceIn: 3) ? nil : Int64(random.below(5) + 1))
        return (
          { $0.upsert(sale) },
          """
          INSERT INTO sale VALUES (\(id), \(sql(sale.status)), \(sql(sale.buyerID)), \(sql(sale.guideID)))
          ON CONFLICT (id) DO UPDATE SET status = excluded.status, buyer_id = excluded.buyer_id,
            guide_id = excluded.guide_id
          """
        )
      }
    }
  }

  /// Returns what the list must show, by a loop over the rows of each table alone.
  private func expected(_ plan: Plan, _ store: TestStore) async throws -> [Sale] {
    let buyers = Dictionary(
      uniqueKeysWithValues: try await store.fetch(ResultsRequest<Buyer>()).map { ($0.id, $0) })
    var sales: [Sale] = []
    for sale in try await store.fetch(ResultsRequest<PlainSale>()) {
      let buyer = sale.buyerID.flatMap { buyers[$0] }
      let guide = sale.guideID.flatMap { buyers[$0] }
      sales.append(
        Sale(
          id: sale.id, status: sale.status, buyerID: sale.buyerID,
          buyer: .init(name: buyer?.name, city: buyer?.city), guide: guide?.name))
    }
    func precedes(_ one: Sale, _ other: Sale) -> Bool {
      let cities = (one.buyer.city ?? -1, other.buyer.city ?? -1)
      guard cities.0 == cities.1 else { return cities.0 < cities.1 }
      let names = (one.buyer.name ?? "", other.buyer.name ?? "")
      return names.0 == names.1 ? one.id < other.id : names.0 > names.1
    }
    let shown = sales.filter(plan.shows).sorted(by: precedes)
    return plan.limit > 0 ? Array(shown.prefix(plan.limit)) : shown
  }

  /// Follows a history, and compares each state with what a loop makes of the tables' rows.
  ///
  /// What the list's request says of the tables replaces what its source shows.
  ///
  /// - Returns: The first difference, or why all rows were read again; `nil` if there is neither.
  private func difference(
    _ kind: StoreKind, _ plan: Plan, seed: UInt64, isLogged: Bool, follows: [FollowedTable] = []
  ) async throws -> String? {
    let store = try await TestStore.ofSales(kind, isLogged: isLogged)
    var history = History(random: SeededGenerator(seed: seed))
    var request = plan.request()
    request.sortBy = [SortKey(\.buyer.city), SortKey(\.buyer.name, order: .reverse)]
    request.fetchLimit = plan.limit
    request.follows = follows
    let list = try await store.replayed(request, sectionBy: SectionKey(\.buyer.city))
    for step in 1...kind.steps(100) {
      let transaction = history.transaction()
      if kind != .memory, isLogged, step % 3 == 0 {
        let statements = transaction.map(\.sql).joined(separator: "; ")
        try await store.writeElsewhere("BEGIN; \(statements); COMMIT;")
      } else {
        try await store.write { batch in for write in transaction { write.run(&batch) } }
      }
      try await list.controller.refresh()
      let expected = try await expected(plan, store)
      let shown = list.controller.results.rows.map(\.self)
      guard shown == expected, list.violation == nil else {
        return
          "seed \(seed), step \(step): \(shown) in place of \(expected); \(list.violation.map { "\($0)" } ?? "")"
      }
    }
    let diagnostics = list.controller.diagnostics
    return plan.limit > 0 || diagnostics.fullFetches == 1 ? nil : diagnostics.fullFetchReason
  }

  @Test(arguments: StoreKind.allCases, Plan.all)
  func `each state is that of a loop, and each change set leads to it`(
    kind: StoreKind, plan: Plan
  ) async throws {
    #expect(try await difference(kind, plan, seed: 1, isLogged: true) == nil)
    // Without a log, a server's lists are read as a whole.
    guard kind == .sqlite else { return }
    #expect(try await difference(kind, plan, seed: 2, isLogged: false) == nil)
  }

  @Test(arguments: [
    [FollowedTable("sale", in: "id"), FollowedTable("buyer", in: "buyer_id")],
    [FollowedTable("sale", in: "id"), FollowedTable("buyer", in: "guide_id")],
    [
      FollowedTable("sale", by: "buyer_id", in: "id"), FollowedTable("buyer", in: "buyer_id"),
      FollowedTable("buyer", in: "guide_id"),
    ],
  ])
  func `a way to a table that is forgotten is seen in the list`(follows: [FollowedTable])
    async throws
  {
    let difference = try await difference(
      .memory, Plan.all[0], seed: 1, isLogged: true, follows: follows)
    #expect(difference?.contains("in place of") == true)
  }
}
