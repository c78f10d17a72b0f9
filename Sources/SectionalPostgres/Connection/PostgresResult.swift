import Sectional
import SectionalCPostgres

/// A result, freed with the last reference to it.
@safe final class PostgresResult {
  private let pointer: OpaquePointer
  /// The row that cells are read from.
  private var row: Int32 = 0

  init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  deinit { unsafe PQclear(pointer) }

  var status: ExecStatusType { unsafe PQresultStatus(pointer) }
  var failure: PostgresFailure { unsafe PostgresFailure(result: pointer) }

  /// What the server calls the statement, in words; none before its end.
  private var tag: [Substring] {
    guard status != PGRES_SINGLE_TUPLE else { return [] }
    return (unsafe PQcmdStatus(pointer).map { unsafe String(cString: $0) } ?? "")[...]
      .split(separator: " ")
  }

  private static let writingWords: Set<Substring> = ["INSERT", "UPDATE", "DELETE", "MERGE"]

  /// The number of rows that the statement wrote, or `nil` before its end.
  var changes: Int? {
    let tag = tag
    guard let verb = tag.first else { return nil }
    return PostgresResult.writingWords.contains(verb) ? tag.last.flatMap { Int($0) } : 0
  }

  /// Whether the statement did something else than to read or write rows, or to begin or end a part of a transaction.
  var isOfOtherStatement: Bool {
    guard let verb = tag.first else { return false }
    return !PostgresResult.writingWords.contains(verb)
      && !["SELECT", "BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK"].contains(verb)
  }

  /// The types of a described statement's placeholders, as object identifiers.
  var parameterTypes: [UInt32] {
    unsafe (0..<PQnparams(pointer)).map { unsafe PQparamtype(pointer, $0) }
  }

  /// The names and types of the columns.
  var columns: [(name: String, type: UInt32)] {
    unsafe (0..<PQnfields(pointer)).map { place in
      let name = unsafe PQfname(pointer, place).map { unsafe String(cString: $0) }
      return (name ?? "", unsafe PQftype(pointer, place))
    }
  }

  /// Calls a body for each row, which is then the row that cells are read from.
  func forEachRow(_ body: (PostgresResult) throws(StoreError) -> Void) throws(StoreError) {
    for row in unsafe 0..<PQntuples(pointer) {
      self.row = row
      try body(self)
    }
  }

  /// Calls a body with the bytes of a cell of the current row; returns `nil` for null.
  func withBytes<Output>(
    at column: Int, _ body: (UnsafeRawBufferPointer) -> Output
  ) -> Output? {
    let column = Int32(column)
    guard unsafe PQgetisnull(pointer, row, column) == 0,
      let start = unsafe PQgetvalue(pointer, row, column)
    else { return nil }
    let count = unsafe Int(PQgetlength(pointer, row, column))
    return unsafe body(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Returns a binary cell of the current row as a Boolean value, which is `false` for null.
  func bool(at column: Int) -> Bool {
    unsafe withBytes(at: column) { unsafe $0.first == 1 } ?? false
  }

  /// Returns a cell of the current row as text, or `nil` for null.
  func text(at column: Int) -> String? {
    unsafe withBytes(at: column) { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
