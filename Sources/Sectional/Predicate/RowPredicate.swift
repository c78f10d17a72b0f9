/// Which rows match.
public struct RowPredicate: Sendable, Hashable {
  /// What is true for the rows that match, and for no others.
  public let expression: RowExpression

  /// Makes a predicate.
  public init(_ expression: RowExpression) { self.expression = expression }

  /// The conditions that must all hold, one by one.
  public var conjuncts: [RowExpression] { expression.conjuncts }

  /// The names of the columns it reads.
  public var columns: Set<String> { expression.columns }

  /// Tells whether a row matches.
  ///
  /// - Parameters:
  ///   - contents: The row.
  ///   - places: The places of the columns that are read.
  /// - Returns: Whether the expression is true and nothing on the way to it fails.
  func matches(_ contents: PackedRow, places: [String: Int]) -> Bool {
    RowEvaluation(contents: contents, places: places).truth(expression) ?? false
  }
}

extension RowExpression {
  fileprivate var conjuncts: [RowExpression] {
    guard case .and(let left, let right) = self else { return [self] }
    return left.conjuncts + right.conjuncts
  }

  fileprivate var columns: Set<String> {
    switch self {
    case .column(let name): [name]
    case .constant: []
    case .not(let inner), .isOne(let inner, of: _), .unwrapped(let inner), .moment(let inner),
      .negative(let inner, _):
      inner.columns
    case .comparison(_, let left, let right), .and(let left, let right), .or(let left, let right),
      .contains(let left, let right), .hasPrefix(let left, let right),
      .coalesced(let left, let right), .arithmetic(_, let left, let right, _):
      left.columns.union(right.columns)
    case .conditional(let test, let left, let right):
      test.columns.union(left.columns).union(right.columns)
    }
  }
}
