package import Sectional

extension RowExpression {
  /// The operands of a chain of `and` or of `or`, or the expression itself if it is neither.
  package var links: [RowExpression] {
    switch self {
    case .and(let left, let right): left.conjoined + right.conjoined
    case .or(let left, let right): left.disjoined + right.disjoined
    default: [self]
    }
  }

  /// The SQL operator between the operands.
  package var chainWord: String {
    if case .and = self { " AND " } else { " OR " }
  }

  private var conjoined: [RowExpression] {
    if case .and = self { links } else { [self] }
  }

  private var disjoined: [RowExpression] {
    if case .or = self { links } else { [self] }
  }

  /// The nesting depth of the expression; a chain counts as one level.
  package var depth: Int {
    1 + (parts.map(\.depth).max() ?? 0)
  }

  private var parts: [RowExpression] {
    switch self {
    case .column, .constant: []
    case .and, .or: links
    case .not(let inner), .isOne(let inner, of: _), .unwrapped(let inner), .moment(let inner),
      .search(_, let inner, _),
      .negative(let inner, _):
      [inner]
    case .comparison(_, let left, let right), .contains(let left, let right),
      .hasPrefix(let left, let right), .coalesced(let left, let right),
      .arithmetic(_, let left, let right, _):
      [left, right]
    case .conditional(let test, let first, let second): [test, first, second]
    }
  }
}
