extension RowPredicate {
  /// Returns whether every row that matches this predicate is known to match another one, which is everything if it is
  /// `nil`.
  func implies(_ other: RowPredicate?) -> Bool {
    guard let other else { return true }
    return other.conjuncts.allSatisfy { theirs in conjuncts.contains { $0.implies(theirs) } }
  }
}

extension RowExpression {
  /// Returns whether another expression is true wherever this one is: it is the same, or searches for a part of what this
  /// one searches for.
  fileprivate func implies(_ other: RowExpression) -> Bool {
    if self == other { return true }
    if case .or(let left, let right) = self, case .or(let otherLeft, let otherRight) = other {
      return left.implies(otherLeft) && right.implies(otherRight)
    }
    guard case .search(let match, let text, let folded) = self,
      case .search(let otherMatch, let otherText, let part) = other, text == otherText
    else { return false }
    switch otherMatch {
    case .contains: return TextFolding.matches(folded: folded, .contains, part)
    case .hasPrefix:
      return match != .contains && TextFolding.matches(folded: folded, .hasPrefix, part)
    case .equals: return match == .equals && folded == part
    }
  }
}
