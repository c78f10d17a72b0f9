import Foundation

extension PredicateExpressions.Variable: TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    guard let term = context.variables[key] else { throw .untranslatable("\(Self.self)") }
    return term
  }
}

extension PredicateExpressions.KeyPath: TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    switch try context.term(root) {
    case .record(let path):
      if let whole = path.appending(path: keyPath) {
        // A property of a property is either a separate column or a test of the first property's column.
        guard let part = try? context.column(at: path) else { return .record(whole) }
        return try question(part.expression, else: .record(whole))
      }
    case .value(let expression, _):
      return try question(expression, else: nil)
    }
    throw .untranslatable(keyPath.readable)
  }

  private func question(
    _ expression: RowExpression, else other: PredicateTerm?
  ) throws(StoreError) -> PredicateTerm {
    if (keyPath as AnyKeyPath) == \String.isEmpty {
      return .value(.comparison(.equal, expression, .constant("")), nil)
    }
    guard let other else { throw .untranslatable(keyPath.readable) }
    return other
  }
}

extension PredicateExpressions.Value: TranslatableConstant, TranslatableExpression {
  var constant: Any { value }

  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    .value(.constant(try context.cell(value, as: nil)), nil)
  }
}

extension PredicateExpressions.NilLiteral: TranslatableConstant, TranslatableExpression {
  var constant: Any { Optional<Int>.none as Any }

  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    .value(.constant(.null), nil)
  }
}

extension PredicateExpressions.NilCoalesce: TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    let (left, right, form) = try context.expressions(lhs, rhs)
    return .value(.coalesced(left, right), form)
  }
}

extension PredicateExpressions.OptionalFlatMap: TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    let value = try context.expression(wrapped)
    let inner = context.binding(
      variable.key, to: .value(value, try context.form(wrapped)))
    let isNil = RowExpression.comparison(.equal, value, .constant(.null))
    return .value(
      .conditional(isNil, .constant(.null), try inner.expression(transform)),
      try inner.form(transform))
  }
}

extension PredicateExpressions.ForcedUnwrap: TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    .value(.unwrapped(try context.expression(inner)), try context.form(inner))
  }
}

extension PredicateExpressions.Conditional: TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    let (first, second, form) = try context.expressions(trueBranch, falseBranch)
    return .value(.conditional(try context.expression(test), first, second), form)
  }
}
