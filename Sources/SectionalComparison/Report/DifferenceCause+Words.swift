import Foundation
import Sectional
import SectionalSQL

extension DifferenceCause {
  /// A short name, for people.
  public var title: String { words.title }

  /// What it means, in one sentence for somebody who doesn't know databases.
  public var explanation: String { words.explanation }

  /// What to do about it, in one line.
  public var remedy: String {
    switch kind {
    // Another collation changes no contents.
    case .letterCase where first?.isOrder == true:
      "use a collation that treats case alike in both stores, or let Sectional order the rows"
    case .keyType: namingColumn(keyRemedy)
    case .trailingBlanks where isPadded: Self.unpadded
    default: namingColumn(words.remedy)
    }
  }

  private static let unpadded =
    "use a type that adds no spaces, such as text, in place of character(n)"

  /// What to do about keys that mean the same, by the values of the first of them.
  private var keyRemedy: String {
    guard let first, !first.isOrder, case .text(let left) = first.first,
      case .text(let right) = first.second
    else { return words.remedy }
    guard UUID(uuidString: left) == nil || UUID(uuidString: right) == nil else {
      return "write the texts of UUIDs in lower case, as a server does"
    }
    return isPadded ? Self.unpadded : "trim the keys: UPDATE … SET COLUMN = rtrim(COLUMN)"
  }

  private func namingColumn(_ text: String) -> String {
    text.replacing("COLUMN", with: column.map(QuotedIdentifier.quoted) ?? "COLUMN")
  }

  /// What to do about it if both stores are files; `nil` if that is the same.
  var remedyInFiles: String? {
    switch kind {
    case .normalization: "write the texts in one form, such as NFC, in both files"
    case .trailingBlanks: namingColumn("trim the texts: UPDATE … SET COLUMN = rtrim(COLUMN)")
    case .floatFormat: "copy numbers with 17 significant digits"
    case .boolean: "store 0 and 1 in both files"
    case .dateForm: "write dates in one form, such as 2024-01-31T10:00:00Z"
    case .timeZone: "store moments in UTC, such as 2024-01-31T10:00:00Z"
    default: nil
    }
  }

  private var words: (title: String, explanation: String, remedy: String) {
    Self.words[kind]
      ?? (
        kind.rawValue, "The lists differ, and no reason was found.",
        "report this as a bug of Sectional, with the pair of values"
      )
  }

  fileprivate static var knownKinds: Set<Kind> { Set(words.keys) }

  private static let words: [Kind: (title: String, explanation: String, remedy: String)] = [
    .collation: (
      "Alphabetical order", "The stores sort letters by different rules.",
      "name the same collation in both stores, or let Sectional order the rows"
    ),
    .determinism: (
      "Texts that count as equal",
      "One store treats texts as equal that the other one distinguishes, so their order is undefined.",
      "use a deterministic collation, or add a sort key that tells the texts apart"
    ),
    .letterCase: (
      "Letter case",
      "The texts differ in case, or one store ignores case.",
      "write the values in the same case in both stores"
    ),
    .nullOrder: (
      "Order of NULLs",
      "One store sorts NULLs first, and the other one last.",
      "spell out NULLS FIRST or NULLS LAST in each ORDER BY"
    ),
    .emptyText: (
      "Empty text or NULL",
      "One store has an empty text where the other one has NULL.",
      "choose one of them: UPDATE … SET COLUMN = NULLIF(COLUMN, '') in both stores"
    ),
    .trailingBlanks: (
      "Spaces at the end", "Texts differ only by spaces at their end.",
      "use a type that keeps no padding, such as text instead of char(n), or trim: UPDATE … SET COLUMN = rtrim(COLUMN)"
    ),
    .normalization: (
      "Unicode normalization",
      "Accented letters are stored as different code points that look alike.",
      "normalize the texts before writing, in PostgreSQL with normalize(COLUMN, NFC)"
    ),
    .numericText: (
      "Numbers stored as text", "One store holds a number, and the other one its digits as text.",
      "give the column a numeric type in both stores, and convert it: CAST(COLUMN AS …)"
    ),
    .type: (
      "Another type", "The stores hold the same contents in columns of different types.",
      "declare the column with the same kind of type in both stores"
    ),
    .floatFormat: (
      "Digits of decimal fractions",
      "Digits were lost when a number was converted, or it is written with an exponent.",
      "copy numbers with 17 significant digits, and use double precision instead of real"
    ),
    .decimalFormat: (
      "How decimal numbers are written", "The same number is written with other zeros or signs.",
      "store numbers in a numeric type, not as text"
    ),
    .negativeZero: (
      "Minus zero", "One store has a zero with a minus sign.",
      "add 0.0 to the column, which removes the sign: UPDATE … SET COLUMN = COLUMN + 0.0"
    ),
    .nan: (
      "Not a number",
      "One store has the special value NaN, which the other one can't hold as a number.",
      "store NULL instead of NaN in both stores"
    ),
    .boolean: (
      "Booleans", "The stores write true and false differently.",
      "store 0 and 1 in SQLite, which sort like PostgreSQL's boolean"
    ),
    .dateForm: (
      "How dates are written", "The same date is written in another form.",
      "expected after a migration: accept it, or store the texts as 2024-01-31 for a date and 2024-01-31T10:00:00.000000Z for a timestamptz"
    ),
    .timeZone: (
      "Time zones",
      "The same clock time was read in different time zones, or the zone is missing.",
      "store moments in UTC, in PostgreSQL as timestamptz, and set the session's time zone before copying"
    ),
    .enumOrder: (
      "Order of an enumeration",
      "One store sorts the values in the order in which they were declared, the other one by their letters.",
      "sort by a column that holds the rank, or cast the enumeration to text"
    ),
    .keyType: (
      "Different keys",
      "The keys mean the same but are written differently, such as 7 and '7', or the stores declare the key's columns in different orders.",
      "give the key's columns the same types and the same order in both stores"
    ),
    .missingRow: (
      "Rows in one store only", "The row is in one of the stores only.",
      "copy the missing rows, or delete the extra ones; compare --format json names them"
    ),
    .missingColumn: (
      "Columns in one store only", "The column is in one of the stores only.",
      "add the column to the other store, or name it with --map if it is called differently there"
    ),
    .sectionAgain: (
      "Split sections",
      "In a store's own order, rows of other sections come between the rows of one section.",
      "sort by the section's column with a binary collation first, or let Sectional order the rows"
    ),
    .indexTitle: (
      "Index letters", "The same section has another letter in the index.",
      "use the same version of Sectional and of its index titles for both stores"
    ),
    .otherValue: (
      "Different contents", "The values are simply different.",
      "decide which store is right, and copy its value"
    ),
    .unexplained: (
      "Not explained", "The lists differ, and no reason was found.",
      "report this as a bug of Sectional, with the pair of values"
    ),
  ]
}

extension DifferenceCause.Kind {
  /// The kinds that a user can accept: all that Sectional can explain.
  static let acceptable = DifferenceCause.knownKinds.subtracting([.unexplained])
}
