import Sectional

extension SQLiteHandle {
  /// Finds the columns of a table that its generated columns may be computed from; none if it has no such columns.
  ///
  /// SQLite doesn't tell, so the table's text does: a column whose name stands there once, where it is declared, is not
  /// used by any other.
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

/// The names that stand in a statement.
private struct SQLNames {
  /// The bytes with which a name can be written in several ways.
  private static let quotationMarks = Set("\"'`[]".utf8)

  private let text: [UInt8]

  init(_ text: String) { self.text = Names.folded(text) }

  /// Tells whether a name may stand in more than one place.
  func mayBeRepeated(_ name: String) -> Bool {
    let name = Names.folded(name)
    guard SQLNames.quotationMarks.isDisjoint(with: name) else { return true }
    return text.indices.count(where: { stands(name, at: $0) }) != 1
  }

  /// Tells whether a name, and not only a part of one, begins at a place.
  private func stands(_ name: [UInt8], at place: Int) -> Bool {
    let end = place + name.count
    return text[place...].starts(with: name) && (place == 0 || !continuesName(text[place - 1]))
      && (end == text.count || !continuesName(text[end]))
  }

  /// Tells whether a byte goes on with a name that is written without quotation marks; letters are small here.
  private func continuesName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...: true
    default: false
    }
  }
}
