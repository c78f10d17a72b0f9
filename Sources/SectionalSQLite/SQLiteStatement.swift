import CSQLite
import Sectional
import SectionalSQL

/// A prepared statement, finalized with its last reference; used on its connection's queue only.
@safe final class SQLiteStatement {
  /// Tells SQLite to copy bound bytes before the call returns.
  private static var copied: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  private let pointer: OpaquePointer
  private let handle: SQLiteHandle

  init(_ sql: String, on handle: SQLiteHandle) throws(StoreError) {
    self.handle = handle
    var prepared: OpaquePointer?
    var rest: String?
    let result = unsafe sql.withCString { text in
      var tail: UnsafePointer<CChar>?
      let result = unsafe sqlite3_prepare_v2(handle.pointer, text, -1, &prepared, &tail)
      rest = unsafe tail.map { unsafe String(cString: $0) }
      return result
    }
    guard result == SQLITE_OK else {
      throw unsafe StoreError(SQLiteFailure(result, on: handle.pointer), path: handle.path)
    }
    guard let pointer = unsafe prepared else {
      throw StoreError(.invalidQuery, "there is no statement in the SQL")
    }
    unsafe self.pointer = pointer
    guard ReadStatement.isBlank(rest ?? "") else {
      throw StoreError(.invalidQuery, "the SQL must be one statement; something follows it")
    }
  }

  deinit { unsafe sqlite3_finalize(pointer) }

  /// The names of the result's columns.
  var columnNames: [String] {
    unsafe (0..<sqlite3_column_count(pointer)).map { column in
      unsafe sqlite3_column_name(pointer, column).map { unsafe String(cString: $0) } ?? ""
    }
  }

  /// Whether the statement leaves the database as it is.
  var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(pointer) != 0 }

  /// Binds a value to every placeholder.
  func bind(_ arguments: [Value]) throws(StoreError) {
    let expected = unsafe Int(sqlite3_bind_parameter_count(pointer))
    guard expected == arguments.count else {
      throw StoreError(
        .invalidQuery, "the SQL has \(expected) placeholders, but \(arguments.count) arguments")
    }
    for (place, value) in arguments.enumerated() {
      let result = bind(value, at: Int32(place + 1))
      guard result == SQLITE_OK else { throw failure(result) }
    }
  }

  private func bind(_ value: Value, at place: Int32) -> Int32 {
    switch value {
    case .null: unsafe sqlite3_bind_null(pointer, place)
    case .integer(let integer): unsafe sqlite3_bind_int64(pointer, place, integer)
    case .real(let real): unsafe sqlite3_bind_double(pointer, place, real)
    case .text(let text): bindText(Array(text.utf8), at: place)
    case .malformedText(let bytes): bindText(bytes, at: place)
    case .blob(let bytes):
      unsafe sqlite3_bind_blob64(
        pointer, place, bytes, UInt64(bytes.count), SQLiteStatement.copied)
    }
  }

  private func bindText(_ bytes: [UInt8], at place: Int32) -> Int32 {
    unsafe bytes.withUnsafeBytes { bytes in
      // An empty buffer has no address, and a text without one would be bound as null.
      guard let start = unsafe bytes.bindMemory(to: CChar.self).baseAddress else {
        return unsafe sqlite3_bind_text(pointer, place, "", 0, SQLiteStatement.copied)
      }
      return unsafe sqlite3_bind_text64(
        pointer, place, start, UInt64(bytes.count), SQLiteStatement.copied, UInt8(SQLITE_UTF8))
    }
  }

  /// Steps to the next row; tells whether there is one.
  func step() throws(StoreError) -> Bool {
    let result = unsafe sqlite3_step(pointer)
    switch result {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure(result)
    }
  }

  /// Makes the statement ready to run again and ends what it held open.
  func reset() { unsafe sqlite3_reset(pointer) }

  private func failure(_ result: Int32) -> StoreError {
    unsafe StoreError(SQLiteFailure(result, on: handle.pointer), path: handle.path)
  }
}

extension SQLiteStatement {
  /// Returns a cell of the current row as an integer.
  func integer(at column: Int) -> Int64 { unsafe sqlite3_column_int64(pointer, Int32(column)) }

  /// Returns a cell of the current row as text.
  func text(at column: Int) -> String {
    unsafe sqlite3_column_text(pointer, Int32(column)).map { unsafe String(cString: $0) } ?? ""
  }

  /// Packs the first cells of the current row.
  func packedRow(columnCount: Int) -> PackedRow {
    var row = PackedRow(reservingCapacity: columnCount * 8)
    for column in 0..<Int32(columnCount) { appendCell(column, to: &row) }
    return row
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
