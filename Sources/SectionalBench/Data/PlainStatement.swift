import SectionalCSQLite

/// A prepared statement of a plain connection.
@safe final class PlainStatement {
  private let pointer: OpaquePointer
  private let database: PlainDatabase

  init(_ pointer: OpaquePointer, of database: PlainDatabase) {
    unsafe self.pointer = pointer
    self.database = database
  }

  deinit { unsafe sqlite3_finalize(pointer) }

  /// Binds the cells of an item, in the order of its columns.
  func bind(_ item: Item) throws(BenchmarkError) {
    try bind(item.id, at: 1)
    try bind(item.team, at: 2)
    try bind(item.name, at: 3)
    try database.check(unsafe sqlite3_bind_double(pointer, 4, item.score))
    try bind(item.rank, at: 5)
  }

  /// Binds an integer; the places of parameters count from one.
  func bind(_ integer: Int64, at place: Int32) throws(BenchmarkError) {
    try database.check(unsafe sqlite3_bind_int64(pointer, place, integer))
  }

  private func bind(_ text: String, at place: Int32) throws(BenchmarkError) {
    // `SQLITE_TRANSIENT`, which makes SQLite copy the text. It is a macro that Swift can't import.
    let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    var text = text
    let result = text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe sqlite3_bind_text(
          pointer, place, characters.baseAddress, Int32(characters.count), transient)
      }
    }
    try database.check(result)
  }

  /// Steps to the next row.
  ///
  /// - Returns: Whether there is one.
  func step() throws(BenchmarkError) -> Bool {
    switch unsafe sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let result:
      try database.check(result)
      return false
    }
  }

  /// Resets the statement so that it can run again.
  func reset() { unsafe sqlite3_reset(pointer) }

  /// Runs a statement that returns nothing.
  func run() throws(BenchmarkError) {
    defer { reset() }
    while try step() {}
  }

  /// Returns an integer cell; columns count from zero.
  func integer(at column: Int32) -> Int64 { unsafe sqlite3_column_int64(pointer, column) }

  /// Returns a text cell.
  func text(at column: Int32) -> String {
    guard let text = unsafe sqlite3_column_text(pointer, column) else { return "" }
    let bytes = unsafe UnsafeBufferPointer(
      start: text, count: Int(sqlite3_column_bytes(pointer, column)))
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the item in the first five cells.
  func item() -> Item {
    Item(
      id: integer(at: 0), team: text(at: 1), name: text(at: 2),
      score: unsafe sqlite3_column_double(pointer, 3), rank: integer(at: 4))
  }
}
