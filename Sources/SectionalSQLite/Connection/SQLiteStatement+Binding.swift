import Sectional
import SectionalCSQLite

extension SQLiteStatement {
  /// The destructor that tells SQLite to copy the bound bytes before the call returns.
  private static var copied: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  /// The number of values that the statement needs.
  var placeholderCount: Int { unsafe Int(sqlite3_bind_parameter_count(pointer)) }

  /// Checks that there is a value for every placeholder.
  func checkCount(of arguments: [StoredValue]) throws(StoreError) {
    let expected = placeholderCount
    guard expected == arguments.count else {
      throw StoreError(
        .invalidQuery,
        "the number of arguments (\(arguments.count)) doesn't match the number of placeholders (\(expected))"
      )
    }
  }

  /// Binds a value to every placeholder.
  func bind(_ arguments: [StoredValue]) throws(StoreError) {
    try checkCount(of: arguments)
    for (place, value) in arguments.enumerated() {
      let result = bind(value, at: Int32(place + 1))
      guard result == SQLITE_OK else { throw failure(result) }
    }
  }

  private func bind(_ value: StoredValue, at place: Int32) -> Int32 {
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
      // An empty buffer has no address, and text without an address would be bound as null.
      guard let start = unsafe bytes.bindMemory(to: CChar.self).baseAddress else {
        return unsafe sqlite3_bind_text(pointer, place, "", 0, SQLiteStatement.copied)
      }
      return unsafe sqlite3_bind_text64(
        pointer, place, start, UInt64(bytes.count), SQLiteStatement.copied, UInt8(SQLITE_UTF8))
    }
  }
}
