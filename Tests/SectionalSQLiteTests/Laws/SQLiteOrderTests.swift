import Sectional
import SectionalTesting
import Testing

/// The list's SQL returns rows in the list's order, whether SQLite sorts them or the library does.
@MainActor @Suite(.serialized)
struct SQLiteOrderTests {
  private static let orders = ListOrder.Sections.allCases.flatMap { sections in
    ListOrder.Sort.allCases.map { ListOrder(sections: sections, sort: $0) }
  }.filter(\.isKnownToStores)

  /// SQLite's NOCASE stops at a NUL byte, so it can't produce the list's order for such texts.
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
    try await subject.apply(ScriptedTransaction([SQLiteOrderTests.withoutNUL]))
    for order in SQLiteOrderTests.orders {
      let request = ResultsRequest<StoredRow>(source: .table("item"), sortBy: order.sortKeys)
      let controller = subject.makeController(request, sectionBy: order.sectionBy)
      try await controller.performFetch()
      let shown = controller.results.rows.map { $0.values.map(OracleValue.init) }
      let given = try await subject.rows(
        of: request, sectionBy: order.sectionBy, shape.columns)
      #expect(shown == given, "\(order)")
      #expect(controller.results.numberOfObjects > 20)
      #expect(controller.diagnostics.sortedHere == 0, "\(order)")
    }
  }
}
