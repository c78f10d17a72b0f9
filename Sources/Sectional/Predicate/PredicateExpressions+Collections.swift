import Foundation

extension PredicateExpressions.SequenceContains: TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    guard let constant = sequence as? any TranslatableConstant,
      let elements = constant.constant as? any Sequence
    else { throw .untranslatable("\(Self.self)") }
    let form = try context.form(element)
    var values: [StoredValue] = []
    for element in elements { values.append(try context.cell(element, as: form)) }
    return .value(.isOne(try context.expression(element), of: values), nil)
  }
}

extension PredicateExpressions.CollectionContainsCollection: TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    guard Base.Output.self == String.self, Other.Output.self == String.self else {
      throw .untranslatable("\(Self.self)")
    }
    return .value(.contains(try context.expression(base), try context.expression(other)), nil)
  }
}

extension PredicateExpressions.SequenceStartsWith: TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm {
    guard Base.Output.self == String.self, Prefix.Output.self == String.self else {
      throw .untranslatable("\(Self.self)")
    }
    return .value(.hasPrefix(try context.expression(base), try context.expression(prefix)), nil)
  }
}
