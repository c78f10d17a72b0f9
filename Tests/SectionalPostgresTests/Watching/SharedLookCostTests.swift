import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// What a commit costs a server if many lists over one table follow it.
@Suite(.serialized) @MainActor struct SharedLookCostTests {
  @Test func `thirty lists over a table lock it for a few looks and not for thirty`() async throws {
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
    for number in 0..<30 {
      let request = ResultsRequest<StoredRow>(
        source: .table("item"), search: .contains("n\(number % 10)", in: "name"),
        sortBy: [SortKey(.column("name"))])
      lists.append(try await RecordedList(request, logged, sectionBy: .column("team")))
    }
    /// Changes a row that all lists show, and returns how often the table is locked for that.
    func locks(_ team: String) async throws -> Int {
      let before = try ServerLog(of: cluster).statements.count
      try await database.write(
        "UPDATE item SET name = 'n0n1n2n3n4n5n6n7n8n9', team = '\(team)' WHERE id = 7")
      for list in lists {
        try await list.wait { list.picture.contains("\(team): 7") }
        #expect(list.violation == nil)
      }
      return try ServerLog(of: cluster).statements.dropFirst(before)
        .count { $0.hasPrefix("LOCK TABLE") && $0.contains("item") }
    }
    // The first time, each list asks what the change source may have missed while it was started.
    _ = try await locks("b")
    let count = try await locks("c")
    #expect((1...10).contains(count), "\(count) looks for \(lists.count) lists")
  }
}
