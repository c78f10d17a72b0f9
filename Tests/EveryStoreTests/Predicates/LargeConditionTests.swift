import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// Conditions that are larger than SQLite accepts in one statement.
@MainActor @Suite struct LargeConditionTests {
  private func check(_ expression: RowExpression) async throws {
    let records = Specimen.some(50, seed: 1)
    let stores = try await RecordStores(sqlite: Specimen.sql, records)
    var request = ResultsRequest<Specimen>(sortBy: [SortKey(\.id)])
    request.predicate = .success(RowPredicate(expression))
    let expected = records.filter { ExpressionReader($0).matches(expression) }.map(\.id)
    for (name, list) in try await stores.lists(request) {
      #expect(list.results.rows.map(\.id) == expected, "\(name)")
    }
  }

  // Before 3.46, SQLite's parser accepts about 80 alternatives that each have their own parentheses, and 46 nested
  // parentheses.
  @Test func `a condition with a hundred alternatives is evaluated`() async throws {
    var tree = RowExpression.comparison(.equal, .column("small"), .constant(0))
    for number in 1...100 {
      tree = .or(tree, .comparison(.equal, .column("small"), .constant(.integer(Int64(number)))))
    }
    try await check(tree)
  }

  // SQLite binds at most 32766 values unless it is compiled with a higher limit.
  @Test func `a condition with more constants than SQLite binds is evaluated`() async throws {
    let values = (0..<1000).map { StoredValue.integer(Int64($0)) }
    var tree = RowExpression.not(.isOne(.column("small"), of: values))
    for _ in 0..<40 { tree = .and(tree, .not(.isOne(.column("whole"), of: values))) }
    try await check(tree)
  }

  @Test func `a deeply nested condition is evaluated`() async throws {
    var tree = RowExpression.column("flag")
    for _ in 0..<60 { tree = .not(tree) }
    try await check(tree)
  }
}
