import Foundation

/// Turns the tree that `#Predicate` builds into one of our own, once, without evaluating it.
///
/// The parts of the tree say themselves what they mean, in `TranslatableExpression`.
struct PredicateTranslator<Record: TableRecord>: PredicateContext {
  private(set) var variables: [PredicateExpressions.VariableID: PredicateTerm]

  static func condition(_ predicate: Predicate<Record>) throws(StoreError) -> RowCondition {
    let context = PredicateTranslator(variables: [predicate.variable.key: .record(\Record.self)])
    return RowCondition(try context.expression(predicate.expression))
  }

  func column(at keyPath: AnyKeyPath) throws(StoreError) -> (name: String, form: PredicateForm) {
    guard let column = Record.table.column(at: keyPath) else {
      if keyPath.isComputed { throw .untranslatable(keyPath.readable) }
      throw StoreError(
        .invalidMapping,
        "the predicate reads \(keyPath.readable), which is mapped to no column; "
          + "add Column(\"…\", \(keyPath.readable)) to \(Record.self).table")
    }
    return (column.name, PredicateForm(name: column.form, encoded: column.encoded))
  }

  func binding(
    _ variable: PredicateExpressions.VariableID, to term: PredicateTerm
  ) -> PredicateTranslator {
    var context = self
    context.variables[variable] = term
    return context
  }
}

/// What a part of a predicate stands for.
enum PredicateTerm {
  /// The record, or a property of it that lies at a key path from the record.
  case record(AnyKeyPath)
  /// A value, and how stores hold such values, where it comes from a column.
  case value(RowExpression, PredicateForm?)
}

/// How stores hold the values of a column, for constants that are compared with them.
struct PredicateForm {
  let name: String
  let encoded: @Sendable (Any) -> Value?
}

/// What parts of a predicate can ask while they are translated.
protocol PredicateContext {
  var variables: [PredicateExpressions.VariableID: PredicateTerm] { get }
  func column(at keyPath: AnyKeyPath) throws(StoreError) -> (name: String, form: PredicateForm)
  func binding(_ variable: PredicateExpressions.VariableID, to term: PredicateTerm) -> Self
}

/// A part of a predicate that has a meaning for every store.
protocol TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm
}

/// A constant of a predicate; its meaning depends on what it is compared with.
protocol TranslatableConstant {
  var constant: Any { get }
}

extension PredicateContext {
  /// Translates a part whose constants are held as they are by default.
  func expression(_ part: any PredicateExpression) throws(StoreError) -> RowExpression {
    try expression(part, as: nil)
  }

  /// Translates a part whose constants are held as a column holds them.
  func expression(
    _ part: any PredicateExpression, as form: PredicateForm?
  ) throws(StoreError) -> RowExpression {
    if let constant = part as? any TranslatableConstant {
      return .constant(try cell(constant.constant, as: form))
    }
    switch try term(part) {
    case .record(let keyPath): return .column(try column(at: keyPath).name)
    case .value(let expression, _): return expression
    }
  }

  func term(_ part: any PredicateExpression) throws(StoreError) -> PredicateTerm {
    guard let translatable = part as? any TranslatableExpression else {
      throw .untranslatable("\(type(of: part))")
    }
    return try translatable.term(in: self)
  }

  /// Returns how values of a part are held; nothing for what is made of constants.
  func form(_ part: any PredicateExpression) throws(StoreError) -> PredicateForm? {
    if part is any TranslatableConstant { return nil }
    switch try term(part) {
    case .record(let keyPath): return try column(at: keyPath).form
    case .value(_, let form): return form
    }
  }

  /// Translates two parts whose values meet, so that both are held in one form.
  func expressions(
    _ left: any PredicateExpression, _ right: any PredicateExpression
  ) throws(StoreError) -> (RowExpression, RowExpression, PredicateForm?) {
    let (leftForm, rightForm) = (try form(left), try form(right))
    if let leftForm, let rightForm, leftForm.name != rightForm.name {
      throw StoreError(
        .unsupported,
        "the predicate compares columns that are held in different forms, \(leftForm.name) and "
          + "\(rightForm.name); map them alike")
    }
    let form = leftForm ?? rightForm
    return (try expression(left, as: form), try expression(right, as: form), form)
  }

  func cell(_ constant: Any, as form: PredicateForm?) throws(StoreError) -> Value {
    var value = form?.encoded(constant)
    if value == nil, let constant = constant as? any ColumnValue { value = constant.defaultCell }
    switch value {
    case .null? where (constant as? Double)?.isNaN == true:
      throw StoreError(.unsupported, "the predicate compares with NaN, which no store holds")
    case let value?: return value
    case nil: throw .untranslatable("a constant of the type \(type(of: constant))")
    }
  }
}

extension StoreError {
  static func untranslatable(_ part: String) -> StoreError {
    let part = part.replacing("PredicateExpressions.", with: "").replacing("Foundation.", with: "")
    return StoreError(
      .unsupported,
      "the predicate has a part that stores can't evaluate: \(part); "
        + "say it with comparisons, &&, ||, !, ??, contains, starts(with:) and arithmetic")
  }
}
