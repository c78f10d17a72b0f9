import Sectional

/// Formats cells for people.
enum CellText {
  /// The maximum number of a blob's bytes that are shown.
  private static let shownBytes = 16

  /// Returns a table cell for a value: numbers are right-aligned, and values other than text are dim.
  static func cell(_ value: StoredValue) -> TextTable.Cell {
    switch value {
    case .null: TextTable.Cell(text: "NULL", isDim: true)
    case .integer, .real: TextTable.Cell(text: text(value), alignment: .trailing)
    case .text(let text): TextTable.Cell(text: text)
    case .malformedText, .blob: TextTable.Cell(text: text(value), isDim: true)
    }
  }

  /// Returns a value as text.
  static func text(_ value: StoredValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let integer): String(integer)
    case .real(let real): String(real)
    case .text(let text): text
    case .malformedText(let bytes): String(decoding: bytes, as: UTF8.self)
    case .blob(let bytes):
      "x'\(bytes.prefix(shownBytes).hexadecimal)\(bytes.count > shownBytes ? "…" : "")'"
    }
  }

  /// Returns the heading of a section.
  static func heading(_ section: ResultsSectionInfo<StoredRow>) -> String {
    switch section.key {
    case .null: "NULL"
    case .text(""): "(empty)"
    case .blob: text(section.key)
    default: TerminalText.printable(section.name)
    }
  }
}
