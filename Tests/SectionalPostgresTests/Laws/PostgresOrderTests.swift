import Sectional
import SectionalPostgres
import SectionalTesting
import Testing

/// The server returns rows in the list's order, so that no sorting remains.
@MainActor
struct PostgresOrderTests {
  private static let orders = ListOrder.Sections.allCases.flatMap { sections in
    ListOrder.Sort.allCases.map { ListOrder(sections: sections, sort: $0) }
  }.filter(\.isKnownToStores)

  @Test(arguments: PostgresLawTests.shapes, HistoryCells.typed)
  func `rows arrive in order`(shape: TableShape, cells: HistoryCells) async throws {
    let plan = HistoryPlan(shape, seed: 400, cells: cells)
    let database = try await ScratchServerDatabase(shape.postgresDeclaration(cells))
    let shell = try PostgresShell(url: database.url)
    for transaction in ListHistory(plan).prefix(300) {
      try await shell.execute(transaction.script(in: .postgres))
      if try await shell.rows(["team"], from: "item").count > 40 { break }
    }
    let store = try PostgresStore(database.url)
    for order in PostgresOrderTests.orders {
      let controller = ResultsController(
        fetchRequest: ResultsRequest(source: .table("item"), sortBy: order.sortKeys), store: store,
        sectionBy: order.sectionBy, tracksChanges: false)
      try await controller.performFetch()
      #expect(controller.results.numberOfObjects > 20)
      #expect(controller.diagnostics.sortedHere == 0, "\(order)")
    }
  }
}
