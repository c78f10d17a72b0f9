/// The predicate that the rows of a request match.
public struct RowPredicate: Sendable, Hashable {
  /// The expression that is true for rows that match, and for no others.
  public let expression: RowExpression

  /// Creates a predicate.
  public init(_ expression: RowExpression) { self.expression = expression }

  /// The conditions that must all be true.
  public var conjuncts: [RowExpression] { expression.conjuncts }

  /// The names of the columns that the predicate reads.
  public var columns: Set<String> { expression.columns }

  /// Returns whether a row matches.
  ///
  /// - Parameters:
  ///   - contents: The row.
  ///   - places: The indexes of the columns to read, by name.
  /// - Returns: Whether the expression is true and its evaluation doesn't fail.
  func matches(_ contents: PackedRow, places: ColumnPlaces) -> Bool {
    matches(contents.bytes, in: contents.bytes.indices, places: places)
  }

  /// Returns whether a row matches whose cells are a part of some bytes.
  func matches(_ bytes: [UInt8], in range: Range<Int>, places: ColumnPlaces) -> Bool {
    RowEvaluation(bytes: bytes, range: range, places: places).truth(expression) ?? false
  }
}

extension RowExpression {
  fileprivate var conjuncts: [RowExpression] {
    guard case .and(let left, let right) = self else { return [self] }
    return left.conjuncts + right.conjuncts
  }

  /// Whether a part of the expression is a search.
  var searches: Bool {
    switch self {
    case .search: true
    case .column, .constant: false
    case .not(let inner), .isOne(let inner, of: _), .unwrapped(let inner), .moment(let inner),
      .negative(let inner, _):
      inner.searches
    case .comparison(_, let left, let right), .and(let left, let right), .or(let left, let right),
      .contains(let left, let right), .hasPrefix(let left, let right),
      .coalesced(let left, let right), .arithmetic(_, let left, let right, _):
      left.searches || right.searches
    case .conditional(let test, let left, let right):
      test.searches || left.searches || right.searches
    }
  }

  fileprivate var columns: Set<String> {
    switch self {
    case .column(let name): [name]
    case .constant: []
    case .not(let inner), .isOne(let inner, of: _), .unwrapped(let inner), .moment(let inner),
      .negative(let inner, _), .search(_, let inner, _):
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
