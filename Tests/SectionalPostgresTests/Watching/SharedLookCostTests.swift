import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// What a commit costs a server if many lists over one table follow it.
@Suite(.serialized) @MainActor struct SharedLookCostTests {
  @Test(arguments: [(owners: 30, requests: 30), (owners: 200, requests: 10)])
  func `many lists over a table lock it for a look or two and not for each`(
    owners: Int, requests: Int
  ) async throws {
    let cluster = try await PostgresCluster()
    let database = try await ScratchServerDatabase(
      "\(Item.postgres); INSERT INTO item SELECT i, 'n' || i, 'a' FROM generate_series(1, 100) AS i",
      on: cluster.url)
    let store = try database.store()
    try await store.installChangeLog(for: ["item"])
    let name = try await database.write("SELECT current_database()").split(separator: "\n").joined()
    for setting in ["log_statement = 'all'", "log_min_messages = 'log'"] {
      try await database.write("ALTER ROLE sectional IN DATABASE \(name) SET \(setting)")
    }
    let logged = try database.store()
    var lists: [RecordedList] = []
    for number in 0..<owners {
      var request = ResultsRequest<StoredRow>(
        source: .table("item"), sortBy: [SortKey(.column("name"))])
      let condition = RowExpression.comparison(
        .greaterOrEqual, .column("id"), .constant(.integer(-Int64(number % requests))))
      request.predicate = .success(RowPredicate(condition))
      lists.append(try await RecordedList(request, logged, sectionBy: .column("team")))
    }
    /// Changes a row that all lists show, and returns how often the table is locked for that.
    func locks(_ team: String) async throws -> Int {
      let before = try ServerLog(of: cluster).statements.count
      try await database.write("UPDATE item SET team = '\(team)' WHERE id = 7")
      for list in lists {
        try await list.wait { list.picture.contains("\(team): 7") }
        #expect(list.violation == nil)
      }
      return try ServerLog(of: cluster).statements.dropFirst(before)
        .count { $0.hasPrefix("LOCK TABLE") && $0.contains("item") }
    }
    // The first time, each list asks what the change source may have missed while it was started.
    _ = try await locks("b")
    let counts = [try await locks("c"), try await locks("d"), try await locks("e")]
    #expect(counts.allSatisfy { (1...4).contains($0) }, "\(counts) looks for \(owners) owners")
    print("shared looks: \(counts) for \(owners) owners of \(requests) lists")
  }
}
