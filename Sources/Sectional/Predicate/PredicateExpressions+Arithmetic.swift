import Foundation

extension PredicateExpressions.Arithmetic: TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    let operation: RowExpression.Arithmetic =
      switch op {
      case .add: .add
      case .subtract: .subtract
      case .multiply: .multiply
      @unknown default: throw .untranslatable("\(op)")
      }
    return try context.calculation(operation, lhs, rhs, of: LHS.Output.self)
  }
}

extension PredicateExpressions.IntDivision: TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    try context.calculation(.divide, lhs, rhs, of: LHS.Output.self)
  }
}

extension PredicateExpressions.IntRemainder: TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    try context.calculation(.remainder, lhs, rhs, of: LHS.Output.self)
  }
}

extension PredicateExpressions.FloatDivision: TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    try context.calculation(.divide, lhs, rhs, of: LHS.Output.self)
  }
}

extension PredicateExpressions.UnaryMinus: TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    let kind = try RowExpression.NumberKind(of: Wrapped.Output.self)
    return .value(.negative(try context.expression(wrapped), kind), nil)
  }
}

extension PredicateContext {
  fileprivate func calculation(
    _ operation: RowExpression.Arithmetic, _ left: any PredicateExpression,
    _ right: any PredicateExpression, of type: Any.Type
  ) throws(StoreError) -> PredicateTerm {
    let kind = try RowExpression.NumberKind(of: type)
    return .value(.arithmetic(operation, try expression(left), try expression(right), kind), nil)
  }
}

extension RowExpression.NumberKind {
  /// Creates the kind of the numbers of a type.
  fileprivate init(of type: Any.Type) throws(StoreError) {
    if type is Double.Type {
      self = .real
    } else if let type = type as? any (FixedWidthInteger & ColumnValue).Type {
      self = .integer(RowExpression.NumberKind.bounds(of: type))
    } else {
      throw .untranslatable("arithmetic of the type \(type)")
    }
  }

  private static func bounds<Number: FixedWidthInteger>(of type: Number.Type) -> ClosedRange<Int64>
  {
    Int64(Number.min)...Int64(Number.max)
  }
}
