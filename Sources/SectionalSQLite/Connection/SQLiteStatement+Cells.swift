import CSQLite
import Sectional

extension SQLiteStatement {
  /// Returns a cell of the current row as an integer.
  func integer(at column: Int) -> Int64 { unsafe sqlite3_column_int64(pointer, Int32(column)) }

  /// Returns a cell of the current row as text, or nothing when it is not valid UTF-8.
  func text(at column: Int) -> String? {
    guard let start = unsafe sqlite3_column_text(pointer, Int32(column)) else { return "" }
    let count = unsafe Int(sqlite3_column_bytes(pointer, Int32(column)))
    return unsafe String(
      validating: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Packs the first cells of the current row, in place of what was packed before.
  func pack(_ columnCount: Int, into row: inout PackedRow) {
    row.removeAll()
    for column in 0..<Int32(columnCount) { appendCell(column, to: &row) }
  }

  private func appendCell(_ column: Int32, to row: inout PackedRow) {
    switch unsafe sqlite3_column_type(pointer, column) {
    case SQLITE_INTEGER: row.append(integer: unsafe sqlite3_column_int64(pointer, column))
    case SQLITE_FLOAT: row.append(real: unsafe sqlite3_column_double(pointer, column))
    case SQLITE_TEXT:
      // The pointer first: asking for it may convert the text, and the length is that of what was asked for last.
      let start = unsafe UnsafeRawPointer(sqlite3_column_text(pointer, column))
      let count = unsafe Int(sqlite3_column_bytes(pointer, column))
      unsafe row.append(text: UnsafeRawBufferPointer(start: start, count: count))
    case SQLITE_BLOB:
      let start = unsafe sqlite3_column_blob(pointer, column)
      let count = unsafe Int(sqlite3_column_bytes(pointer, column))
      unsafe row.append(blob: UnsafeRawBufferPointer(start: start, count: count))
    default: row.appendNull()
    }
  }
}
