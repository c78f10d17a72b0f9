import Sectional
import SectionalCSQLite

extension SQLiteStatement {
  /// Returns a cell of the current row as an integer.
  func integer(at column: Int) -> Int64 { unsafe sqlite3_column_int64(pointer, Int32(column)) }

  /// Returns a cell of the current row as text, or `nil` if it isn't valid UTF-8.
  func text(at column: Int) -> String? {
    guard let start = unsafe sqlite3_column_text(pointer, Int32(column)) else { return "" }
    let count = unsafe Int(sqlite3_column_bytes(pointer, Int32(column)))
    return unsafe String(
      validating: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Returns a cell of the current row.
  func value(at column: Int) -> StoredValue {
    unsafe StoredValue(sqlite3_column_value(pointer, Int32(column)))
  }

  /// Packs the first cells of the current row, replacing what was packed before.
  func pack(_ columnCount: Int, into row: inout PackedRow) {
    row.removeAll()
    row.append { cells in
      // On a connection without a mutex, which is used by one thread at a time, `sqlite3_value_*` may read what
      // `sqlite3_column_value` returns (https://www.sqlite.org/c3ref/value.html).
      for column in 0..<Int32(columnCount) {
        unsafe cells.append(sqlite3_column_value(pointer, column))
      }
    }
  }
}

extension ByteWriter {
  /// Appends a value of SQLite as a cell.
  mutating func append(_ cell: OpaquePointer?) {
    switch unsafe sqlite3_value_type(cell) {
    case SQLITE_INTEGER: append(integer: unsafe sqlite3_value_int64(cell))
    case SQLITE_FLOAT: append(real: unsafe sqlite3_value_double(cell))
    case SQLITE_TEXT:
      // The pointer comes first: requesting it may convert the text, and the length is that of the last requested form.
      let start = unsafe UnsafeRawPointer(sqlite3_value_text(cell))
      let count = unsafe Int(sqlite3_value_bytes(cell))
      unsafe append(text: UnsafeRawBufferPointer(start: start, count: count))
    case SQLITE_BLOB:
      let start = unsafe sqlite3_value_blob(cell)
      let count = unsafe Int(sqlite3_value_bytes(cell))
      unsafe append(blob: UnsafeRawBufferPointer(start: start, count: count))
    default: appendNull()
    }
  }
}
