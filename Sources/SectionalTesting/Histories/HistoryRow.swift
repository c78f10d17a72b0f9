import Sectional

/// A row as the writer of a history remembers it.
struct HistoryRow {
  /// The rowid, if the table has a hidden one.
  var rowID: Int64
  /// The values of the key's columns, in the key's order.
  var key: [StoredValue]
  var team: StoredValue
  var position: StoredValue
  var note: StoredValue

  /// Returns the cells in the order of a shape's columns.
  func values(_ shape: TableShape) -> [StoredValue] {
    shape.columns.map { column in
      switch column {
      case "team": team
      case "position": position
      case "note": note
      default: shape.keyColumns.firstIndex(of: column).map { key[$0] } ?? .null
      }
    }
  }

  /// Returns an SQL condition that matches this row and no other.
  func condition(_ shape: TableShape, _ dialect: HistoryDialect) -> String {
    guard !key.isEmpty, !key.contains(.null) else { return "rowid = \(rowID)" }
    return zip(shape.keyColumns, key).map { "\($0) = \(dialect.literal($1))" }
      .joined(separator: " AND ")
  }

  /// Returns the values of an INSERT, starting with the hidden rowid.
  func insertedValues(_ shape: TableShape, _ dialect: HistoryDialect) -> String {
    let rowIDs = shape.hasHiddenRowID && dialect == .sqlite ? ["\(rowID)"] : []
    return "(\((rowIDs + values(shape).map(dialect.literal)).joined(separator: ", ")))"
  }
}

extension TableShape {
  /// Returns an INSERT statement up to its values.
  func insertion(_ verb: String, _ dialect: HistoryDialect) -> String {
    let columns = (hasHiddenRowID && dialect == .sqlite ? ["rowid"] : []) + columns
    return "\(verb) INTO item (\(columns.joined(separator: ", "))) VALUES "
  }
}
