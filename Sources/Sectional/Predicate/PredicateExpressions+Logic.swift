import Foundation

extension PredicateExpressions.Conjunction: TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    .value(.and(try context.expression(lhs), try context.expression(rhs)), nil)
  }
}

extension PredicateExpressions.Disjunction: TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    .value(.or(try context.expression(lhs), try context.expression(rhs)), nil)
  }
}

extension PredicateExpressions.Negation: TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    .value(.not(try context.expression(wrapped)), nil)
  }
}

extension PredicateExpressions.Equal: TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    let (left, right, _) = try context.expressions(lhs, rhs)
    return .value(.comparison(.equal, left, right), nil)
  }
}

extension PredicateExpressions.NotEqual: TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    let (left, right, _) = try context.expressions(lhs, rhs)
    return .value(.comparison(.notEqual, left, right), nil)
  }
}

extension PredicateExpressions.Comparison: TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    let (left, right, _) = try context.expressions(lhs, rhs)
    let comparison: RowExpression.Comparison =
      switch op {
      case .lessThan: .less
      case .lessThanOrEqual: .lessOrEqual
      case .greaterThan: .greater
      case .greaterThanOrEqual: .greaterOrEqual
      @unknown default: throw .untranslatable("\(op)")
      }
    return .value(.comparison(comparison, left, right), nil)
  }
}
