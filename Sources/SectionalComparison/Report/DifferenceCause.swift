public import Sectional

/// One reason why two stores make different lists.
public struct DifferenceCause: Sendable {
  /// What kind of reason it is.
  public let kind: Kind
  /// The column of the first store that it concerns, or `nil` if it concerns whole rows or sections.
  public let column: String?
  /// The number of rows that are different, or in another place, because of it; alone or with other causes.
  public internal(set) var rows: Int
  /// The number of sections that these rows are in, in either store.
  public internal(set) var sections: Int
  /// The first pair of values that shows it, in the order of the first list; `nil` if no value does.
  public internal(set) var first: DifferingValues?
  /// The key of the row that has ``first``; for a cause of order, of the row with the first of the two values.
  public let firstKey: RowKey?
  /// What each store says of the column: its type, collation, provider, version and determinism; empty if a store says
  /// nothing.
  public let says: [String]

  /// A kind of reason.
  ///
  /// More kinds can follow.
  public struct Kind: Sendable, Hashable, RawRepresentable {
    /// The name in JSON.
    public let rawValue: String

    /// Creates a kind by its name in JSON.
    public init(rawValue: String) { self.rawValue = rawValue }

    private init(_ name: String) { rawValue = name }

    /// The stores' collations put unequal texts into different orders.
    public static let collation = Kind("collation")
    /// The texts are equal for one store and not for the other.
    public static let determinism = Kind("determinism")
    /// Upper and lower case: values that differ only in it, or a store that ignores it when it sorts.
    public static let letterCase = Kind("case")
    /// One store puts nulls first and the other puts them last.
    public static let nullOrder = Kind("nullOrder")
    /// Empty text in one store is NULL in the other.
    public static let emptyText = Kind("emptyText")
    /// Spaces at the end of a text.
    public static let trailingBlanks = Kind("trailingBlanks")
    /// Different code points for the same text, such as é as one or as two.
    public static let normalization = Kind("normalization")
    /// A number is text in one store.
    public static let numericText = Kind("numericText")
    /// The same contents in another type.
    public static let type = Kind("type")
    /// A floating-point number that lost digits, or is written with an exponent.
    public static let floatFormat = Kind("floatFormat")
    /// A number as text with other zeros or signs.
    public static let decimalFormat = Kind("decimalFormat")
    /// A zero with a minus sign.
    public static let negativeZero = Kind("negativeZero")
    /// What isn't a number: NaN in one store, NULL or text in the other.
    public static let nan = Kind("nan")
    /// Another way to write true and false.
    public static let boolean = Kind("boolean")
    /// Another way to write the same date.
    public static let dateForm = Kind("dateForm")
    /// A date in another time zone, or without its zone.
    public static let timeZone = Kind("timeZone")
    /// An enumeration, which a store orders by its declaration.
    public static let enumOrder = Kind("enumOrder")
    /// The rows' keys have another type or form, so that rows are matched by what the keys mean.
    public static let keyType = Kind("keyType")
    /// The row is in one store only.
    public static let missingRow = Kind("missingRow")
    /// The column is in one store only.
    public static let missingColumn = Kind("missingColumn")
    /// A store's own order splits a section.
    public static let sectionAgain = Kind("sectionAgain")
    /// Another title in the section index.
    public static let indexTitle = Kind("indexTitle")
    /// The values differ, and no other cause explains it.
    public static let otherValue = Kind("otherValue")
    /// The lists differ and no cause was found, which is a bug in Sectional.
    public static let unexplained = Kind("unexplained")
  }
}

/// Two values that show a difference.
public struct DifferingValues: Sendable {
  /// The index of the row, counted from zero, in the first list that has it.
  public let position: Int
  /// The name of the column in the first store; empty for whole rows.
  public let column: String
  /// The value in the first store, or `nil` if it has no such row.
  ///
  /// For a cause of order, these are the values of two rows: the first store puts `first` before `second`, and the second
  /// store the other way round, or one of the stores takes them as equal.
  public let first: StoredValue?
  /// The value in the second store, or `nil` if it has no such row.
  public let second: StoredValue?
  /// Whether the values are of two rows, which the stores order differently.
  public let isOrder: Bool

  init(
    position: Int, column: String, first: StoredValue?, second: StoredValue?, isOrder: Bool = false
  ) {
    (self.position, self.column, self.isOrder) = (position, column, isOrder)
    (self.first, self.second) = (first, second)
  }
}
