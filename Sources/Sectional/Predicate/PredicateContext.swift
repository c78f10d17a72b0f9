import Foundation

/// What the parts of a predicate can look up while they are translated.
protocol PredicateContext {
  var variables: [PredicateExpressions.VariableID: PredicateTerm] { get }
  func column(at keyPath: AnyKeyPath) throws(StoreError) -> PredicateColumn
  func binding(_ variable: PredicateExpressions.VariableID, to term: PredicateTerm) -> Self
}

extension PredicateContext {
  /// Translates a part; constants are stored in their type's default form.
  func expression(_ part: any PredicateExpression) throws(StoreError) -> RowExpression {
    try expression(part, as: nil)
  }

  /// Translates a part; constants are stored in the form that a column uses.
  func expression(
    _ part: any PredicateExpression, as form: PredicateForm?
  ) throws(StoreError) -> RowExpression {
    if let constant = part as? any TranslatableConstant {
      return .constant(try cell(constant.constant, as: form))
    }
    switch try term(part) {
    case .record(let keyPath): return try column(at: keyPath).expression
    case .value(let expression, _): return expression
    }
  }

  func term(_ part: any PredicateExpression) throws(StoreError) -> PredicateTerm {
    guard let translatable = part as? any TranslatableExpression else {
      throw .untranslatable("\(type(of: part))")
    }
    return try translatable.term(in: self)
  }

  /// Returns the form in which a part's values are stored, or `nil` if the part consists of constants.
  func form(_ part: any PredicateExpression) throws(StoreError) -> PredicateForm? {
    if part is any TranslatableConstant { return nil }
    switch try term(part) {
    case .record(let keyPath): return try column(at: keyPath).form
    case .value(_, let form): return form
    }
  }

  /// Translates two parts whose values are combined, so that both are in the same form.
  func expressions(
    _ left: any PredicateExpression, _ right: any PredicateExpression
  ) throws(StoreError) -> (RowExpression, RowExpression, PredicateForm?) {
    let (leftForm, rightForm) = (try form(left), try form(right))
    if let leftForm, let rightForm, leftForm.name != rightForm.name {
      throw StoreError(
        .unsupported,
        "the predicate compares columns that are stored in different forms, \(leftForm.name) and "
          + "\(rightForm.name); map them alike")
    }
    let form = leftForm ?? rightForm
    return (try expression(left, as: form), try expression(right, as: form), form)
  }

  func cell(_ constant: Any, as form: PredicateForm?) throws(StoreError) -> StoredValue {
    var value = form?.encoded(constant)
    if value == nil, let constant = constant as? any ColumnValue { value = constant.defaultCell }
    switch value {
    case .null?
    where (constant as? Double)?.isNaN == true
      || (constant as? Date)?.timeIntervalSince1970.isNaN == true:
      throw StoreError(.unsupported, "the predicate compares with NaN, which no store can hold")
    case let value?: return value
    case nil: throw .untranslatable("a constant of the type \(type(of: constant))")
    }
  }
}
