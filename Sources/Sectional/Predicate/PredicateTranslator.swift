import Foundation

/// Translates the expression tree that `#Predicate` builds into a ``RowExpression``, once, without evaluating it.
///
/// Each type of node implements its own translation in `TranslatableExpression`.
struct PredicateTranslator<Record: StoredRecord>: PredicateContext {
  private(set) var variables: [PredicateExpressions.VariableID: PredicateTerm]

  static func condition(_ predicate: Predicate<Record>) throws(StoreError) -> RowPredicate {
    let context = PredicateTranslator(variables: [predicate.variable.key: .record(\Record.self)])
    return RowPredicate(try context.expression(predicate.expression))
  }

  func column(at keyPath: AnyKeyPath) throws(StoreError) -> PredicateColumn {
    guard let column = Record.table.column(at: keyPath) else {
      if keyPath.isComputed { throw .untranslatable(keyPath.readable) }
      throw StoreError(
        .invalidMapping,
        "the predicate reads \(keyPath.readable), which isn't mapped to a column; "
          + "add RecordColumn(\"…\", \(keyPath.readable)) to \(Record.self).table")
    }
    return PredicateColumn(column)
  }

  func binding(
    _ variable: PredicateExpressions.VariableID, to term: PredicateTerm
  ) -> PredicateTranslator {
    var context = self
    context.variables[variable] = term
    return context
  }
}
