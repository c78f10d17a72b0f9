import Sectional
import SectionalSQLite
import SectionalTesting
import Testing

/// The indexes that `check` proposes for lists of all rows, which read them instead of the table.
@MainActor @Suite struct CoveringIndexTests {
  /// A record with few of its table's columns.
  private struct Mail: StoredRecord {
    var id: Int64
    var sender: String
    var subject: String
    static let table = RecordTable(
      "mail", RecordColumn("id", \.id, primaryKey: true), RecordColumn("sender", \.sender),
      RecordColumn("subject", \.subject), row: Mail.init)
  }

  private let request = ResultsRequest<Mail>(sortBy: [SortKey(\.subject)])

  /// Returns a file of 20,000 letters, whose bodies take a number of bytes each.
  private func file(bodies bytes: Int) throws -> ScratchDatabase {
    try ScratchDatabase(
      """
      CREATE TABLE mail(id INTEGER PRIMARY KEY, body TEXT, sender TEXT, subject TEXT);
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO mail SELECT i, printf('%.*c', \(bytes), 'x'), 'sender' || i % 7, 'subject' || i * 7919 % 10007 FROM n
      """)
  }

  private func findings(_ store: SQLiteStore) async throws -> [RequestFinding] {
    try await store.check(request, sectionBy: SectionKey(\.sender))
      .filter { $0.kind != .missingChangeLog }
  }

  @Test func `an index has the few columns that a list needs of a wide table`() async throws {
    let file = try file(bodies: 300)
    let store = try SQLiteStore(path: file.path)
    let found = try await findings(store)
    #expect(found.map(\.kind) == [.orderWithoutIndex])
    try file.write(try #require(found.first?.sql))
    #expect(try await findings(store).isEmpty)
    let sql = try await request.sql(for: store, sectionBy: SectionKey(\.sender))
    let plan = try file.write("EXPLAIN QUERY PLAN \(sql)")
    #expect(plan.contains("COVERING INDEX") && !plan.contains("TEMP B-TREE"), "\(plan)")
  }

  @Test func `no index is proposed that would be a second table`() async throws {
    let file = try file(bodies: 1)
    #expect(try await findings(SQLiteStore(path: file.path)).isEmpty)
  }
}
