import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Sums, averages and extremes of the server's decimals, compared with the server's own.
@MainActor @Suite(.serialized) struct NumericSumTests {
  private nonisolated static let sum = Aggregate.sum(of: "size")
  private nonisolated static let average = Aggregate.average(of: "size")
  private nonisolated static let least = Aggregate.minimum(of: "size")
  private nonisolated static let greatest = Aggregate.maximum(of: "size")

  private let server: ScratchServerDatabase
  private let store: PostgresStore
  private let list: ResultsController<StoredRow>

  init() async throws {
    server = try await ScratchServerDatabase(
      "CREATE TABLE reading(id int PRIMARY KEY, team int NOT NULL, size numeric)")
    store = try server.store()
    var request = ResultsRequest<StoredRow>(table: "reading")
    request.compute(Self.sum, Self.average, Self.least, Self.greatest)
    list = ResultsController(fetchRequest: request, store: store, sectionBy: .column("team"))
  }

  private static func text(_ cell: StoredValue) -> String {
    switch cell {
    case .integer(let integer): "'\(integer)'::numeric"
    case .real(let real): "'\(real)'::numeric"
    case .text(let text): "'\(text)'::numeric"
    default: "NULL::numeric"
    }
  }

  /// Returns what of the list's values the server finds to be wrong.
  private func problems() async throws -> [String] {
    var claims: [String] = []
    for section in list.results {
      let values = [Self.sum, Self.average, Self.least, Self.greatest].map {
        Self.text(section.value(of: $0))
      }
      claims.append("(\(section.name), \(values.joined(separator: ", ")))")
    }
    return try await server.write(
      """
      WITH claim(team, total, average, least, greatest) AS (VALUES \(claims.joined(separator: ", "))),
        truth AS (SELECT team, sum(size) AS total, count(size) AS number, min(size) AS least, max(size) AS greatest
          FROM reading GROUP BY team)
      SELECT 'section ' || team || ': ' || claim::text || ' for ' || truth::text
      FROM claim FULL JOIN truth USING (team)
      WHERE claim.total IS DISTINCT FROM truth.total OR claim.least IS DISTINCT FROM truth.least
        OR claim.greatest IS DISTINCT FROM truth.greatest
        OR (claim.average IS NULL) <> (number = 0)
        OR abs(claim.average * number - truth.total) > number * 0.000000000000000000005
        OR claim.average <> round(claim.average, 20)
      """
    ).split(separator: "\n").map(String.init)
  }

  private static func size(_ generator: inout SeededGenerator) -> String {
    guard !generator.happens(onceIn: 8) else { return "NULL" }
    let digits = (0..<1 + generator.below(generator.happens(onceIn: 4) ? 60 : 8)).map { _ in
      generator.happens(onceIn: 3) ? 9 : generator.below(10)
    }
    let sign = generator.happens(onceIn: 2) ? "-" : ""
    let exponent = generator.happens(onceIn: 3) ? generator.below(90) - 45 : -2
    return "\(sign)\(digits.map(String.init).joined())e\(exponent)"
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `sums of decimals are the server's, also after random changes`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let rows = (0..<200).map { "(\($0), \(generator.below(4)), \(Self.size(&generator)))" }
    try await server.write("INSERT INTO reading VALUES \(rows.joined(separator: ", "))")
    try await list.performFetch()
    #expect(try await problems() == [])
    for _ in 0..<10 {
      let id = generator.below(220)
      try await store.write { db in
        try await db.execute("DELETE FROM reading WHERE id = \((id * 7) % 220)")
        try await db.execute(
          """
          INSERT INTO reading VALUES (\(id), \(generator.below(4)), \(Self.size(&generator)))
          ON CONFLICT (id) DO UPDATE SET size = excluded.size, team = excluded.team
          """)
      }
      try await list.refresh()
      #expect(try await problems() == [])
    }
  }

  @Test func `values have the forms of cells, and no zeros that mean nothing`() async throws {
    try await server.write(
      """
      INSERT INTO reading VALUES (1, 1, 1.0), (2, 1, 2.00), (3, 1, -2.00), (4, 2, 0.1), (5, 2, 0.2),
        (6, 3, 99999999999999999999999.5), (7, 3, 0.25), (8, 4, 'NaN'), (9, 4, 1), (10, 5, NULL), (11, 6, 1), (12, 6, 2),
        (13, 6, 2), (14, 7, 'Infinity'), (15, 7, 5), (16, 8, -0.5), (17, 8, 0.5)
      """)
    try await list.performFetch()
    let sums = list.results.map { $0.value(of: Self.sum) }
    #expect(
      sums.prefix(3) == [1, 0.3, .text("99999999999999999999999.75")]
        && sums[4...5] == [.null, 5] && sums[6] == .real(.infinity) && sums[7] == 0)
    guard case .real(let real) = sums[3] else {
      Issue.record("\(sums[3])")
      return
    }
    #expect(real.isNaN)
    #expect(list.results[5].value(of: Self.average) == .text("1.66666666666666666667"))
    #expect(list.results[6].value(of: Self.greatest) == .real(.infinity))
    #expect(list.results[6].value(of: Self.least) == 5)
  }

  @Test func `a property's numbers are summed up as the property holds them`() async throws {
    struct Reading: StoredRecord {
      var id: Int64
      var size: Double?
      static let table = RecordTable(
        "reading", RecordColumn("id", \.id, primaryKey: true), RecordColumn("size", \.size),
        row: Reading.init)
    }
    try await server.write("INSERT INTO reading VALUES (1, 1, 0.1), (2, 1, 0.2), (3, 1, NULL)")
    var request = ResultsRequest<Reading>()
    let (sum, most) = (Aggregate.sum(\Reading.size), Aggregate.maximum(\Reading.size))
    request.compute(sum, most)
    let list = ResultsController(fetchRequest: request, store: store)
    try await list.performFetch()
    #expect(list.results.value(of: sum) == 0.1 + 0.2)
    #expect(list.results.value(of: most) == 0.2)
  }
}
