import Sectional
import SectionalCSQLite

/// Functions in SQL that search text as lists do, so that rows that don't match aren't read.
///
/// They exist on the library's own connections only, and can't be used by triggers, views or indexes.
enum SearchFunctions {
  /// Returns the name of the function for a kind of match; its arguments are a value and the folded text to look for, as a
  /// blob.
  static func name(of match: RowExpression.TextMatch) -> String {
    switch match {
    case .contains: "sectional_contains"
    case .hasPrefix: "sectional_has_prefix"
    case .equals: "sectional_equals"
    }
  }

  /// Adds the functions to a connection.
  static func add(to connection: OpaquePointer) throws(StoreError) {
    for match in RowExpression.TextMatch.allCases {
      let result = unsafe sqlite3_create_function_v2(
        connection, name(of: match), 2,
        SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nil, function(match), nil, nil, nil
      )
      guard result == SQLITE_OK else { throw StoreError(SQLiteFailure(result), path: "") }
    }
  }

  private typealias Function =
    @convention(c) (
      OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
    ) -> Void

  private static func function(_ match: RowExpression.TextMatch) -> Function {
    switch match {
    case .contains: { unsafe SearchFunctions.answer($0, $1, $2, .contains) }
    case .hasPrefix: { unsafe SearchFunctions.answer($0, $1, $2, .hasPrefix) }
    case .equals: { unsafe SearchFunctions.answer($0, $1, $2, .equals) }
    }
  }

  private static func answer(
    _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?,
    _ match: RowExpression.TextMatch
  ) {
    guard let values = unsafe values, count == 2,
      unsafe sqlite3_value_type(values[0]) == SQLITE_TEXT
    else { return unsafe sqlite3_result_int(context, 0) }
    let text = unsafe UnsafeRawBufferPointer(
      start: sqlite3_value_text(values[0]), count: Int(sqlite3_value_bytes(values[0])))
    let folded = unsafe UnsafeRawBufferPointer(
      start: sqlite3_value_blob(values[1]), count: Int(sqlite3_value_bytes(values[1])))
    unsafe sqlite3_result_int(context, TextFolding.matches(text, match, folded) ? 1 : 0)
  }
}
