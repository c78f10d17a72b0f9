import Sectional
import SectionalTesting
import Testing

/// SQLite gives rows in the list's order itself, so that nothing is left to sort.
@MainActor @Suite(.serialized)
struct SQLiteOrderTests {
  private static let orders = ListOrder.Sections.allCases.flatMap { sections in
    ListOrder.Sort.allCases.map { ListOrder(sections: sections, sort: $0) }
  }

  /// SQLite's NOCASE ends at a NUL byte, and so can't give the list's order of such texts.
  private static let withoutNUL = HistoryStatement(
    sql: """
      DELETE FROM item WHERE instr(CAST(team AS BLOB), x'00') OR instr(CAST(note AS BLOB), x'00')
      """, writes: [])

  @Test(arguments: TableShape.allCases)
  func `rows arrive in order`(shape: TableShape) async throws {
    let subject = try await SQLiteLawSubject(shape)
    let plan = HistoryPlan(shape, seed: 300)
    for transaction in ListHistory(plan).prefix(300) {
      try await subject.apply(transaction)
      if try await subject.truth(plan).count > 40 { break }
    }
    try await subject.apply(HistoryTransaction([SQLiteOrderTests.withoutNUL]))
    for order in SQLiteOrderTests.orders {
      let controller = subject.makeController(
        FetchRequest(source: .table("item"), sortBy: order.sortKeys), sectionBy: order.sectionBy)
      try await controller.performFetch()
      #expect(controller.results.numberOfObjects > 20)
      #expect(controller.diagnostics.sortedHere == 0, "\(order)")
    }
  }
}
