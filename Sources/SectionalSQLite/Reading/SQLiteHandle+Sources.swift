import Sectional

extension SQLiteHandle {
  /// Returns the columns that a table's generated columns may be computed from; empty if it has no generated columns.
  ///
  /// SQLite doesn't report them, so the table's SQL is searched: a column whose name occurs in it once, in its
  /// declaration, isn't used by any other column.
  func sources(
    of table: String, _ columns: [SQLiteTable.Column]
  ) throws(StoreError) -> [SQLiteTable.Column] {
    guard columns.contains(where: \.isGenerated) else { return [] }
    let row = try prepared("SELECT sql FROM main.sqlite_master WHERE type = 'table' AND name = ?")
    defer { row.reset() }
    try row.bind([.text(table)])
    let text = try row.step() ? row.text(at: 0) ?? "" : ""
    let names = SQLNames(text)
    return columns.filter { !$0.isGenerated && names.mayBeRepeated($0.name) }
  }
}

/// The names that occur in a statement.
private struct SQLNames {
  /// The bytes that allow a name to be written in several ways.
  private static let quotationMarks = Set("\"'`[]".utf8)

  private let text: [UInt8]

  init(_ text: String) { self.text = Names.folded(text) }

  /// Returns whether a name may occur more than once.
  func mayBeRepeated(_ name: String) -> Bool {
    let name = Names.folded(name)
    guard SQLNames.quotationMarks.isDisjoint(with: name) else { return true }
    return text.indices.count(where: { stands(name, at: $0) }) != 1
  }

  /// Returns whether a whole name, and not only a part of one, begins at an offset.
  private func stands(_ name: [UInt8], at place: Int) -> Bool {
    let end = place + name.count
    return text[place...].starts(with: name) && (place == 0 || !continuesName(text[place - 1]))
      && (end == text.count || !continuesName(text[end]))
  }

  /// Returns whether a byte can continue an unquoted name; letters are in lower case here.
  private func continuesName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...: true
    default: false
    }
  }
}
