import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Tags on a server without a change log, to which nobody else writes.
@MainActor struct ServerTagTests {
  /// What a change set led to, and its tag.
  private struct Seen: Equatable {
    let value: Int64?
    let tag: WriteTag?
  }

  @Test func `only tagged transactions between two looks give their tag`() async throws {
    let cluster = try await PostgresCluster()
    let database = try await ScratchServerDatabase(
      "CREATE TABLE item(id int PRIMARY KEY, n int); INSERT INTO item VALUES (1, 0)",
      on: cluster.url)
    let store = try database.store()
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: store)
    var seen: [Seen] = []
    list.trackChanges(didChange: { _, changeset in
      seen.append(Seen(value: changeset.after.rows.first?["n"]?.integerValue, tag: changeset.tag))
    })
    try await list.performFetch()
    let tag = WriteTag()
    for (number, tag) in [tag, nil, tag].enumerated() {
      try await store.write(tag: tag) { db in
        try await db.execute("UPDATE item SET n = \(number + 1)")
      }
      try await list.refresh()
    }
    let first = [Seen(value: 1, tag: tag), Seen(value: 2, tag: nil), Seen(value: 3, tag: tag)]
    #expect(seen == first)
    list.pause()
    try await store.write(tag: tag) { try await $0.execute("UPDATE item SET n = 10") }
    try await database.write("UPDATE item SET n = 11")
    list.resume()
    try await list.refresh()
    // A look can come between the two transactions, and then has the tag of the first one.
    let between = seen.filter { $0.value == 10 }
    #expect(between.allSatisfy { $0.tag == tag })
    #expect(seen == first + between + [Seen(value: 11, tag: nil)])
    await list.close()
  }
}
