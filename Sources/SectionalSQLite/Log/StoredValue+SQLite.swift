import Sectional
import SectionalCSQLite

extension StoredValue {
  /// Copies a value that SQLite passes to a hook or a function.
  init(_ value: OpaquePointer?) {
    switch unsafe sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(unsafe sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(unsafe sqlite3_value_double(value))
    case SQLITE_TEXT:
      let bytes = unsafe StoredValue.bytes(sqlite3_value_text(value), of: value)
      self = String(validating: bytes, as: UTF8.self).map(StoredValue.text) ?? .malformedText(bytes)
    case SQLITE_BLOB:
      self = .blob(unsafe StoredValue.bytes(sqlite3_value_blob(value), of: value))
    default: self = .null
    }
  }

  private static func bytes(_ start: UnsafeRawPointer?, of value: OpaquePointer?) -> [UInt8] {
    unsafe Array(
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
  }
}
