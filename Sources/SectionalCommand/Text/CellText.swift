import Sectional
import SectionalSQL

/// Formats cells for people.
///
/// A text that would read like a value of another kind is quoted as in SQL, so that the two can be told apart without
/// color.
enum CellText {
  /// The maximum number of a blob's bytes that are shown.
  private static let shownBytes = 16

  /// Returns a table cell for a value: numbers are right-aligned, and values other than text are dim.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isAmongNumbers: Whether the column also contains numbers.
  ///   - form: How the store writes the column's values.
  /// - Returns: The cell.
  static func cell(
    _ value: StoredValue, isAmongNumbers: Bool = false, as form: ColumnForms.Form? = nil
  ) -> TextTable.Cell {
    let text = text(value, isAmongNumbers: isAmongNumbers, as: form)
    return switch value {
    case .null: TextTable.Cell(text: text, isDim: true)
    case .integer, .real: TextTable.Cell(text: text, alignment: .trailing)
    case .text: TextTable.Cell(text: text)
    case .malformedText, .blob: TextTable.Cell(text: text, isDim: true)
    }
  }

  /// Returns a value as text.
  static func text(
    _ value: StoredValue, isAmongNumbers: Bool = false, as form: ColumnForms.Form? = nil
  ) -> String {
    if let text = form?.text(value) { return text }
    return switch value {
    case .null: "NULL"
    case .integer(let integer): String(integer)
    case .real(let real): String(real)
    case .text(let text): isMistakable(text, isAmongNumbers) ? QuotedText.quoted(text) : text
    case .malformedText(let bytes): "\(hexadecimal(bytes)) (text)"
    case .blob(let bytes): hexadecimal(bytes)
    }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    "x'\(bytes.prefix(shownBytes).hexadecimal)\(bytes.count > shownBytes ? "…" : "")'"
  }

  /// Returns the heading of a section.
  ///
  /// - Parameters:
  ///   - section: The section.
  ///   - isAmongNumbers: Whether other sections' keys are numbers.
  ///   - form: How the store writes the sections' keys.
  /// - Returns: The heading, without the number of rows.
  static func heading(
    _ section: ResultsSectionInfo<StoredRow>, isAmongNumbers: Bool = false,
    as form: ColumnForms.Form? = nil
  ) -> String {
    if let text = form?.text(section.key) { return text }
    return switch section.key {
    case .null, .blob, .malformedText: text(section.key)
    case .text(let key) where isMistakable(key, isAmongNumbers):
      TerminalText.printable(QuotedText.quoted(section.name))
    default: TerminalText.printable(section.name)
    }
  }

  /// Returns whether a value is a number.
  static func isNumber(_ value: StoredValue) -> Bool {
    switch value {
    case .integer, .real: true
    default: false
    }
  }

  /// Returns whether a text reads like a number.
  static func readsAsNumber(_ text: String) -> Bool {
    guard let first = text.utf8.first, first <= UInt8(ascii: "9") else { return false }
    return Double(text) != nil
  }

  /// Returns whether a text reads like a value of another kind, or like a quoted text, or begins or ends unseen.
  private static func isMistakable(_ text: String, _ isAmongNumbers: Bool) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return true }
    if first <= UInt8(ascii: " ") || last <= UInt8(ascii: " ") { return true }
    let mark = UInt8(ascii: "'")
    if last == mark || last == UInt8(ascii: ")") {
      if first == mark || text.utf8.starts(with: "x'".utf8) { return true }
    }
    return text == "NULL" || (isAmongNumbers && readsAsNumber(text))
  }
}
