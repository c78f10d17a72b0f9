/// The meaning of a predicate, expressed in terms of a row's cells.
///
/// True is 1 and false is 0. A `nil` is null, which equals null and nothing else, so tests for equality are always
/// true or false. Numbers are compared by value, text and blobs by their bytes, and values of different types are
/// ordered null, numbers, text, blobs.
///
/// An expression can *fail*: because of an overflow, a division by zero, a cell of a type it can't work with, or an
/// ordering comparison with null. If evaluation from left to right reaches a failure, the row doesn't match, no
/// matter what surrounds the failing expression.
public indirect enum RowExpression: Sendable, Hashable {
  /// The cell of a column, given by name.
  case column(String)
  /// A value that is the same for every row.
  case constant(StoredValue)
  /// A comparison of two values; null can only be compared for equality.
  case comparison(Comparison, RowExpression, RowExpression)
  /// The negation of an expression.
  case not(RowExpression)
  /// Whether both expressions are true; the second is evaluated only if the first is true.
  case and(RowExpression, RowExpression)
  /// Whether either expression is true; the second is evaluated only if the first is false.
  case or(RowExpression, RowExpression)
  /// Whether a value equals one of several constants.
  case isOne(RowExpression, of: [StoredValue])
  /// Whether a text contains another one, compared byte by byte.
  case contains(RowExpression, RowExpression)
  /// Whether a text begins with another one, compared byte by byte.
  case hasPrefix(RowExpression, RowExpression)
  /// Whether a text, with its case and accents folded by Unicode's data, matches a text that is folded already, given as
  /// UTF-8 bytes; false for anything that isn't text.
  case search(TextMatch, RowExpression, folded: [UInt8])
  /// The second value if the first is null, and otherwise the first.
  case coalesced(RowExpression, RowExpression)
  /// The second expression if the first is true, and otherwise the third.
  case conditional(RowExpression, RowExpression, RowExpression)
  /// A value that must not be null; evaluation fails if it is.
  case unwrapped(RowExpression)
  /// The seconds since 1970 of a date stored as ISO 8601 text; null for null.
  case moment(RowExpression)
  /// The negative of a number.
  case negative(RowExpression, NumberKind)
  /// An arithmetic operation.
  case arithmetic(Arithmetic, RowExpression, RowExpression, NumberKind)

  /// The comparison operators.
  public enum Comparison: String, Sendable, Hashable, CaseIterable {
    /// Equal; null equals null.
    case equal
    /// Not equal; null equals null.
    case notEqual
    /// Less than; fails if a value is null.
    case less
    /// Less than or equal; fails if a value is null.
    case lessOrEqual
    /// Greater than; fails if a value is null.
    case greater
    /// Greater than or equal; fails if a value is null.
    case greaterOrEqual
  }

  /// The ways in which a text can match another one.
  public enum TextMatch: String, Sendable, Hashable, CaseIterable {
    /// It contains the other text.
    case contains
    /// It begins with the other text.
    case hasPrefix
    /// It is the other text.
    case equals
  }

  /// The arithmetic operators.
  public enum Arithmetic: String, Sendable, Hashable, CaseIterable {
    /// The sum.
    case add
    /// The difference.
    case subtract
    /// The product.
    case multiply
    /// The quotient; for integers, rounded toward zero.
    case divide
    /// The remainder of an integer division, with the sign of the dividend.
    case remainder
  }

  /// The type of the numbers in a calculation.
  public enum NumberKind: Sendable, Hashable {
    /// Integers within bounds; a result outside them is a failure.
    case integer(ClosedRange<Int64>)
    /// Doubles; a result that is NaN is a failure.
    case real
  }
}
