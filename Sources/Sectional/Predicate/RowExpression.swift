/// What a predicate says, in terms of a row's cells.
///
/// Truth is 1 or 0. Nil is null, which equals null and nothing else, so every comparison is true or false. Numbers are
/// compared by value, text and blobs by their bytes, and values of different types stand in the order null, numbers,
/// text, blobs.
///
/// An expression can *fail*: by an overflow, a division by zero, or a cell of a type it can't work with. Where
/// evaluation from left to right reaches a failure, the row doesn't match, whatever stands around it.
public indirect enum RowExpression: Sendable, Hashable {
  /// The cell of a column, by the column's name.
  case column(String)
  /// A value that is the same for every row.
  case constant(StoredValue)
  /// Compares two values; with null by equality only.
  case comparison(Comparison, RowExpression, RowExpression)
  /// Whether an expression is not true.
  case not(RowExpression)
  /// Whether both are true; the second is only reached when the first is.
  case and(RowExpression, RowExpression)
  /// Whether one is true; the second is only reached when the first is not.
  case or(RowExpression, RowExpression)
  /// Whether a value is one of some constants.
  case isOne(RowExpression, of: [StoredValue])
  /// Whether a text contains another one, byte for byte.
  case contains(RowExpression, RowExpression)
  /// Whether a text begins with another one, byte for byte.
  case hasPrefix(RowExpression, RowExpression)
  /// The second where the first is null.
  case coalesced(RowExpression, RowExpression)
  /// The second where the first is true, else the third.
  case conditional(RowExpression, RowExpression, RowExpression)
  /// A value that fails where it is null.
  case unwrapped(RowExpression)
  /// The seconds since 1970 of a date as text of ISO 8601; null for null.
  case moment(RowExpression)
  /// The negative of a number.
  case negative(RowExpression, NumberKind)
  /// A calculation.
  case arithmetic(Arithmetic, RowExpression, RowExpression, NumberKind)

  /// The ways to compare.
  public enum Comparison: String, Sendable, Hashable, CaseIterable {
    /// Equal, null to null too.
    case equal
    /// Not equal, null to null too.
    case notEqual
    /// Before; fails with a null.
    case less
    /// Before or equal; fails with a null.
    case lessOrEqual
    /// Behind; fails with a null.
    case greater
    /// Behind or equal; fails with a null.
    case greaterOrEqual
  }

  /// The ways to calculate.
  public enum Arithmetic: String, Sendable, Hashable, CaseIterable {
    /// The sum.
    case add
    /// The difference.
    case subtract
    /// The product.
    case multiply
    /// The quotient, of integers towards zero.
    case divide
    /// What a division of integers leaves, with the sign of the dividend.
    case remainder
  }

  /// What a calculation's numbers are.
  public enum NumberKind: Sendable, Hashable {
    /// Integers within bounds, outside of which it fails.
    case integer(ClosedRange<Int64>)
    /// Doubles; it fails where the result is no number.
    case real
  }
}
