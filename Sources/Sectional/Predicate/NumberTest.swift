/// A comparison of a column with a number, which takes less time for each row than evaluating an expression.
struct NumberTest {
  /// The index of the column.
  let place: Int
  private let comparison: RowExpression.Comparison
  private let constant: PackedNumber

  fileprivate init?(_ expression: RowExpression, at places: ColumnPlaces) {
    guard case .comparison(let comparison, .column(let name), .constant(let value)) = expression,
      let place = places[name]
    else { return nil }
    switch value {
    case .integer(let integer): constant = .integer(integer)
    case .real(let real): constant = .real(real)
    case .null, .text, .malformedText, .blob: return nil
    }
    (self.place, self.comparison) = (place, comparison)
  }

  /// Returns whether a number of the column meets the comparison, or `nil` if it must be evaluated as an expression.
  func holds(_ number: PackedNumber) -> Bool? {
    switch (number, constant) {
    case (.integer(let left), .integer(let right)): holds(left, right)
    case (.real(let left), .real(let right)) where !left.isNaN && !right.isNaN: holds(left, right)
    default: nil
    }
  }

  private func holds<Number: Comparable>(_ left: Number, _ right: Number) -> Bool {
    switch comparison {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }
}

extension RowPredicate {
  /// Returns the test that the predicate is, or `nil` if it is more than a comparison of a column with a number.
  func numberTest(at places: ColumnPlaces) -> NumberTest? { NumberTest(expression, at: places) }
}
