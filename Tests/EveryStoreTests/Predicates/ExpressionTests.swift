import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

@testable import Sectional
@testable import SectionalSQLite

/// Random conditions over difficult records: on every store, a list shows the records that match according to the
/// documentation of ``RowExpression``.
@MainActor @Suite struct ExpressionTests {
  private func request(_ expression: RowExpression) -> ResultsRequest<Specimen> {
    var request = ResultsRequest<Specimen>(sortBy: [SortKey(\.id)])
    request.predicate = .success(RowPredicate(expression))
    return request
  }

  private func odd(_ records: [Specimen], _ shown: [Int64], _ expected: [Int64]) -> String {
    records.first { shown.contains($0.id) != expected.contains($0.id) }.map { "\($0)" } ?? ""
  }

  private func check(_ trees: Int, seed: UInt64, mixesTypes: Bool) async throws {
    let records = Specimen.some(60, seed: seed)
    let stores = try await RecordStores(sqlite: Specimen.sql, records)
    var generator = ExpressionGenerator(seed: seed, mixesTypes: mixesTypes)
    var (matches, failures) = (0, 0)
    for _ in 0..<trees where failures < 5 {
      let tree = generator.condition()
      let expected = records.filter { ExpressionReader($0).matches(tree) }.map(\.id)
      matches += expected.isEmpty ? 0 : 1
      for (name, list) in try await stores.lists(request(tree)) {
        let shown = list.results.rows.map(\.id)
        if shown != expected { failures += 1 }
        #expect(shown == expected, "\(name): \(tree.plain) \(odd(records, shown, expected))")
      }
    }
    // Conditions that are never true would prove nothing.
    #expect(failures > 0 || matches > trees / 3)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `a list shows the records for which a condition is true`(seed: UInt64) async throws {
    try await check(600, seed: seed, mixesTypes: false)
  }

  @Test(arguments: 5...6 as ClosedRange<UInt64>)
  func `values of different types are in the documented order`(seed: UInt64) async throws {
    try await check(400, seed: seed, mixesTypes: true)
  }

  /// Runs the statement that reads a request, without the library's own evaluation of the rows.
  private func rowsOfSQL(
    _ request: ResultsRequest<Specimen>, _ store: SQLiteStore
  ) async throws -> [StoredValue] {
    let rowRequest = try request.rowRequest(sectionBy: nil)
    return try await store.read { reader in
      let query = try RowQuery(rowRequest, layout: try await reader.layout(of: rowRequest))
      let select = QueryStatement(query, from: rowRequest.rows.source, dialect: .sqlite)
      let raw = ResultsRequest<StoredRow>(
        sql: select.text, arguments: select.arguments, key: ["id"], sortBy: [SortKey(.column("id"))]
      )
      return try await reader.fetch(raw).map { $0["id"] ?? .null }
    }
  }

  nonisolated static let simple: [RowExpression] =
    RowExpression.Comparison.allCases.map { .comparison($0, .column("small"), .constant(1)) }
    + RowExpression.Comparison.allCases.map { .comparison($0, .column("label"), .constant("a\0b")) }
    + RowExpression.Comparison.allCases.map { .comparison($0, .column("size"), .column("small")) }
    + [
      .comparison(.equal, .column("whole"), .constant(.null)),
      .comparison(.notEqual, .column("text"), .constant(.null)),
      .isOne(.column("text"), of: ["a", .null, "\0"]), .isOne(.column("whole"), of: []),
      .contains(.column("label"), .constant("")), .contains(.column("label"), .constant("\0")),
      .hasPrefix(.column("label"), .constant("a\0")), .hasPrefix(.column("label"), .constant("")),
      .not(.column("flag")), .column("flag"),
      .comparison(.greater, .coalesced(.column("whole"), .constant(0)), .constant(1)),
    ]

  @Test(arguments: simple)
  func `SQL reads no more rows than a simple condition matches`(_ tree: RowExpression) async throws
  {
    let records = Specimen.some(200, seed: 9)
    let stores = try await RecordStores(sqlite: Specimen.sql, records)
    let expected = records.filter { ExpressionReader($0).matches(tree) }.map(\.id)
    #expect(try await rowsOfSQL(request(tree), stores.sqlite) == expected.map(StoredValue.integer))
    for (name, list) in try await stores.lists(request(tree)) {
      #expect(list.results.rows.map(\.id) == expected, "\(name)")
      #expect(list.diagnostics.rowsRead == expected.count, "\(name)")
    }
  }
}

extension RowExpression {
  /// The expression without the names of its types.
  var plain: String { "\(self)".replacing("Sectional.RowExpression.", with: "") }
}
