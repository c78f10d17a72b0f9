import Sectional
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

@testable import SectionalSQLite

/// With a rollback journal, a store's reads leave others time to commit.
struct LookingRestTests {
  private let start = ContinuousClock.now

  @Test func `reads take up a tenth of the time`() {
    var rest = LookingRest()
    #expect(rest.remaining(at: start) == .zero)
    rest.noteRead(lasting: .milliseconds(10), at: start)
    #expect(rest.remaining(at: start) == .milliseconds(90))
    // A read during the rest, such as a fetch, makes it longer.
    rest.noteRead(lasting: .milliseconds(20), at: start + .milliseconds(40))
    #expect(rest.remaining(at: start + .milliseconds(40)) == .milliseconds(50 + 180))
    #expect(rest.remaining(at: start + .milliseconds(270)) == .zero)
    rest.noteRead(lasting: .milliseconds(1), at: start + .seconds(1))
    #expect(rest.remaining(at: start + .seconds(1)) == .milliseconds(9))
  }

  @Test func `a rest ends after five seconds`() {
    var rest = LookingRest()
    for _ in 0..<3 { rest.noteRead(lasting: .seconds(2), at: start) }
    #expect(rest.remaining(at: start) == .seconds(5))
  }

  @Test func `a commit during a rest is noticed when it is over`() async throws {
    let file = try ScratchDatabase(
      """
      CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
        INSERT INTO item SELECT i, 'name ' || i FROM n;
      """)
    // Nothing but the end of the rest makes the store look again.
    let store = try SQLiteStore(
      path: file.path, access: .readOnly, pollInterval: .seconds(3600), hasEvents: true,
      hook: .preupdate)
    let list = try await FollowingList(store, ResultsRequest(table: "item"))
    let shell = try SQLiteShell(path: file.path)
    for id in 1...5 {
      try await shell.execute("DELETE FROM item WHERE id = \(id);")
      try await list.wait { $0.results.numberOfObjects == 20_000 - id }
    }
  }
}
