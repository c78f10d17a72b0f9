import Foundation
import Sectional
import SectionalSQL

/// Writes a list in a format that other programs read: CSV, values with tabs between them, or Markdown.
struct ListExport {
  let format: ListOutput.Format
  let results: ResultsList<StoredRow>
  private let columns: ShownColumns
  private let forms: ColumnForms
  /// How the store writes the values of each column of a row.
  private let formsOfColumns: [ColumnForms.Form?]
  /// The name of the sections, if no column has their values.
  private let section: String?

  /// - Throws: ``StoreError`` if a column that is wanted doesn't exist.
  init(
    _ format: ListOutput.Format, _ results: ResultsList<StoredRow>, columns wanted: [String]?,
    forms: ColumnForms = .none
  ) throws(StoreError) {
    self.format = format
    self.results = results
    self.forms = forms
    formsOfColumns = results.columns.names.map { forms[$0] }
    columns = try ShownColumns(wanted, of: results, hidesSection: format == .markdown)
    let rule = results.ordering.section.first
    let isDerived = rule.map { !results.columns.names.indices.contains($0.column) } ?? false
    section = isDerived ? rule.map(results.name(of:)) : nil
  }

  /// Writes all rows, a line for each.
  func write(_ line: (String) -> Void) {
    switch format {
    case .markdown: writeMarkdown(line)
    case .tsv: writeLines(line, separator: "\t", ListExport.tabbed)
    default: writeLines(line, separator: ",", ListExport.commaSeparated)
    }
  }

  private func writeLines(
    _ line: (String) -> Void, separator: String, _ field: (StoredValue) -> String
  ) {
    let names = (section.map { [$0] } ?? []) + columns.names
    line(names.map { field(.text($0)) }.joined(separator: separator))
    for info in results {
      let name = section.map { _ in [field(info.named)] } ?? []
      for row in info {
        let values = row.values
        line(
          (name + columns.indexes.map { field(formed(values, $0)) }).joined(separator: separator))
      }
    }
  }

  private func writeMarkdown(_ line: (String) -> Void) {
    let hasSections = !results.ordering.section.isEmpty
    for (index, info) in results.enumerated() {
      if hasSections {
        let heading = CellText.heading(info, as: results.sectionForm(forms))
        line("\(index > 0 ? "\n" : "")## \(ListExport.markdown(heading))\n")
      }
      line("| \(columns.names.map(ListExport.markdown).joined(separator: " | ")) |")
      line("|\(columns.names.map { _ in " --- |" }.joined())")
      for row in info {
        let values = row.values
        let cells = columns.indexes.map {
          ListExport.markdown(ListExport.shown(formed(values, $0)))
        }
        line("| \(cells.joined(separator: " | ")) |")
      }
    }
  }

  /// Returns a row's value in a column as the store writes it.
  private func formed(_ values: [StoredValue], _ column: Int) -> StoredValue {
    formsOfColumns[column]?.text(values[column]).map { .text($0) } ?? values[column]
  }

  /// Returns a value as text; `nil` for a null.
  private static func text(_ value: StoredValue) -> String? {
    switch value {
    case .null: nil
    case .integer(let integer): String(integer)
    case .real(let real): String(real)
    case .text(let text): text
    case .malformedText(let bytes), .blob(let bytes): "x'\(bytes.hexadecimal)'"
    }
  }

  /// An empty field is a null, and an empty text has quotation marks, as `compare --seed-from` reads them; so has a text
  /// that reads like a blob.
  private static func commaSeparated(_ value: StoredValue) -> String {
    guard let text = text(value) else { return "" }
    let isAmbiguous = (text.isEmpty || text.hasPrefix("x'")) && value == .text(text)
    return !isAmbiguous && hasNone(of: ",\"\r\n", in: text)
      ? text : "\"\(text.replacingScalars(["\"": "\"\""]))\""
  }

  /// Null, tabs, line breaks and backslashes are escaped as in Postgres' COPY.
  private static func tabbed(_ value: StoredValue) -> String {
    guard let text = text(value) else { return "\\N" }
    return hasNone(of: "\\\t\r\n", in: text)
      ? text
      : text.replacingScalars(["\\": "\\\\", "\t": "\\t", "\r": "\\r", "\n": "\\n"])
  }

  /// Returns whether a text has none of some ASCII characters.
  private static func hasNone(of characters: String, in text: String) -> Bool {
    // A loop of our own over every byte of a list takes several seconds if this isn't optimized. C's ends at a zero.
    let length = unsafe text.withCString { unsafe strcspn($0, characters) }
    return length == text.utf8.count || !text.utf8.contains { characters.utf8.contains($0) }
  }

  /// Returns a value for Markdown: a null is written and a text that could be mistaken for it is quoted as on the terminal.
  private static func shown(_ value: StoredValue) -> String {
    switch value {
    case .null, .text(""), .text("NULL"): CellText.text(value)
    default: text(value) ?? ""
    }
  }

  private static func markdown(_ text: String) -> String {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { place, line in
      let isEnded = place < lines.count - 1 && line.last == "\r"
      let shown = String(String.UnicodeScalarView(isEnded ? line.dropLast() : line))
      return TerminalText.printable(shown).replacingScalars([
        "\\": "\\\\", "|": "\\|", "&": "&amp;", "<": "&lt;", "*": "\\*", "_": "\\_", "`": "\\`",
        "[": "\\[", "~": "\\~",
      ])
    }.joined(separator: "<br>")
  }
}

extension ResultsSectionInfo<StoredRow> {
  /// The section's name, or its key if that has no text.
  fileprivate var named: StoredValue {
    switch key {
    case .null, .blob, .malformedText: key
    case .integer, .real, .text: .text(name)
    }
  }
}
