import Sectional
import SectionalTesting
import Testing

/// SQLite gives rows in the list's order itself, so that nothing is left to sort.
@MainActor @Suite(.serialized)
struct SQLiteOrderTests {
  /// Orders in which SQLite's NOCASE, which ends at a NUL byte, plays no part.
  nonisolated static let orders = ListOrder.Sections.allCases.flatMap { sections in
    ListOrder.Sort.allCases.map { ListOrder(sections: sections, sort: $0) }
  }.filter { !$0.sections.rawValue.hasPrefix("folded") && $0.sort != .folded }

  @Test(arguments: TableShape.allCases)
  func `rows arrive in order`(shape: TableShape) async throws {
    let subject = try await SQLiteLawSubject(shape)
    let plan = HistoryPlan(shape, seed: 300)
    for transaction in ListHistory(plan).prefix(300) {
      try await subject.apply(transaction)
      if try await subject.truth(plan).count > 40 { break }
    }
    for order in SQLiteOrderTests.orders {
      let controller = subject.makeController(
        FetchRequest(source: .table("item"), sortBy: order.sortKeys), sectionBy: order.sectionBy)
      try await controller.performFetch()
      #expect(controller.results.numberOfObjects > 40)
      #expect(controller.diagnostics.sortedHere == 0, "\(order)")
    }
  }
}
