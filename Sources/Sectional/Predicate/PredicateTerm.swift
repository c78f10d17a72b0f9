import Foundation

/// The meaning of a part of a predicate.
enum PredicateTerm {
  /// The record, or a property of it at a key path from the record.
  case record(AnyKeyPath)
  /// A value and, if it comes from a column, the form in which stores hold such values.
  case value(RowExpression, PredicateForm?)
}

/// A column in a predicate, and the form of the values it is compared with.
struct PredicateColumn {
  let expression: RowExpression
  let form: PredicateForm

  init(_ column: ColumnMapping<some Any>) {
    guard column.holdsMoments else {
      expression = .column(column.name)
      form = PredicateForm(name: column.form, encoded: column.rule.encoded)
      return
    }
    expression = .moment(.column(column.name))
    form = PredicateForm(name: "a moment") { date in
      (date as? Date?).map { $0.cell(as: .unixSeconds) }
    }
  }
}

/// The form in which stores hold a column's values, used for constants that are compared with them.
struct PredicateForm {
  let name: String
  let encoded: @Sendable (Any) -> StoredValue?
}

/// A part of a predicate that can be translated for every store.
protocol TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm
}

/// A constant in a predicate; its form depends on what it is compared with.
protocol TranslatableConstant {
  var constant: Any { get }
}

extension StoreError {
  static func untranslatable(_ part: String) -> StoreError {
    let part = part.replacing("PredicateExpressions.", with: "").replacing("Foundation.", with: "")
    return StoreError(
      .unsupported,
      "the predicate has a part that stores can't evaluate: \(part); "
        + "use comparisons, &&, ||, !, ??, contains, starts(with:) and arithmetic")
  }
}
