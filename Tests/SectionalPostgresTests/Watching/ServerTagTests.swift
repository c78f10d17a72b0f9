import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Tags on a server without a change log, to which nobody else writes.
@MainActor struct ServerTagTests {
  @Test func `only tagged transactions between two looks give their tag`() async throws {
    let cluster = try PostgresCluster()
    let database = try await ScratchServerDatabase(
      "CREATE TABLE item(id int PRIMARY KEY, n int); INSERT INTO item VALUES (1, 0)",
      on: cluster.url)
    let store = try database.store()
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: store)
    var tags: [WriteTag?] = []
    list.trackChanges(didChange: { _, changeset in tags.append(changeset.tag) })
    try await list.performFetch()
    let tag = WriteTag()
    for (number, tag) in [tag, nil, tag].enumerated() {
      try await store.write(tag: tag) { db in
        try await db.execute("UPDATE item SET n = \(number + 1)")
      }
      try await list.refresh()
    }
    #expect(tags == [tag, nil, tag])
    list.pause()
    try await store.write(tag: tag) { try await $0.execute("UPDATE item SET n = 10") }
    try await database.write("UPDATE item SET n = 11")
    list.resume()
    try await list.refresh()
    // A look can come between the two transactions.
    #expect(tags == [tag, nil, tag, nil] || tags == [tag, nil, tag, tag, nil])
    await list.close()
  }
}
