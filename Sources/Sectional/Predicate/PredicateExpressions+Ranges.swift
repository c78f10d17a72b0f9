import Foundation

extension PredicateExpressions.RangeExpressionContains: TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    guard let bounds = range as? any TranslatableRange else {
      throw .untranslatable("\(Self.self)")
    }
    let (lower, upper) = bounds.bounds
    let isInside = RowExpression.and(
      try test(.greaterOrEqual, lower, in: context),
      try test(bounds.includesUpper ? .lessOrEqual : .less, upper, in: context))
    guard case .part(let lower)? = lower, case .part(let upper)? = upper else {
      return .value(isInside, nil)
    }
    // Bounds in the wrong order stop a Swift program, so the row doesn't match.
    let (first, last, _) = try context.expressions(lower, upper)
    return .value(
      .conditional(
        .comparison(.lessOrEqual, first, last), isInside, .unwrapped(.constant(.null))), nil)
  }

  private func test(
    _ comparison: RowExpression.Comparison, _ bound: RangeBound?, in context: some PredicateContext
  ) throws(StoreError) -> RowExpression {
    switch bound {
    case nil: return .constant(1)
    case .part(let part)?:
      let (bound, value, _) = try context.expressions(part, element)
      return .comparison(comparison, value, bound)
    case .constant(let constant)?:
      let bound = try context.cell(constant, as: try context.form(element))
      return .comparison(comparison, try context.expression(element), .constant(bound))
    }
  }
}

/// A bound of a range: another part of the predicate, or a constant.
private enum RangeBound {
  case part(any PredicateExpression)
  case constant(Any)
}

/// A range in a predicate, either built there or passed in as a whole.
private protocol TranslatableRange {
  var bounds: (lower: RangeBound?, upper: RangeBound?) { get }
  var includesUpper: Bool { get }
}

extension PredicateExpressions.ClosedRange: TranslatableRange {
  fileprivate var bounds: (lower: RangeBound?, upper: RangeBound?) { (.part(lower), .part(upper)) }
  fileprivate var includesUpper: Bool { true }
}

extension PredicateExpressions.Range: TranslatableRange {
  fileprivate var bounds: (lower: RangeBound?, upper: RangeBound?) { (.part(lower), .part(upper)) }
  fileprivate var includesUpper: Bool { false }
}

extension PredicateExpressions.Value: TranslatableRange where Output: ConstantRange {
  fileprivate var bounds: (lower: RangeBound?, upper: RangeBound?) { value.ends }
  fileprivate var includesUpper: Bool { Output.includesUpper }
}

/// A range type of the standard library.
private protocol ConstantRange {
  var ends: (lower: RangeBound?, upper: RangeBound?) { get }
  static var includesUpper: Bool { get }
}

extension ClosedRange: ConstantRange {
  fileprivate var ends: (lower: RangeBound?, upper: RangeBound?) {
    (.constant(lowerBound), .constant(upperBound))
  }
  fileprivate static var includesUpper: Bool { true }
}

extension Range: ConstantRange {
  fileprivate var ends: (lower: RangeBound?, upper: RangeBound?) {
    (.constant(lowerBound), .constant(upperBound))
  }
  fileprivate static var includesUpper: Bool { false }
}

extension PartialRangeFrom: ConstantRange {
  fileprivate var ends: (lower: RangeBound?, upper: RangeBound?) { (.constant(lowerBound), nil) }
  fileprivate static var includesUpper: Bool { false }
}

extension PartialRangeUpTo: ConstantRange {
  fileprivate var ends: (lower: RangeBound?, upper: RangeBound?) { (nil, .constant(upperBound)) }
  fileprivate static var includesUpper: Bool { false }
}

extension PartialRangeThrough: ConstantRange {
  fileprivate var ends: (lower: RangeBound?, upper: RangeBound?) { (nil, .constant(upperBound)) }
  fileprivate static var includesUpper: Bool { true }
}
