import Foundation

/// What a part of a predicate stands for.
enum PredicateTerm {
  /// The record, or a property of it that lies at a key path from the record.
  case record(AnyKeyPath)
  /// A value, and how stores hold such values, where it comes from a column.
  case value(RowExpression, PredicateForm?)
}

/// A column of a predicate, and how what it is compared with must be held.
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

/// How stores hold the values of a column, for constants that are compared with them.
struct PredicateForm {
  let name: String
  let encoded: @Sendable (Any) -> StoredValue?
}

/// A part of a predicate that has a meaning for every store.
protocol TranslatableExpression {
  func term(in context: some PredicateContext) throws(StoreError) -> PredicateTerm
}

/// A constant of a predicate; its meaning depends on what it is compared with.
protocol TranslatableConstant {
  var constant: Any { get }
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
