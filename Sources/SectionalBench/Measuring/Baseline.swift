import SectionalCBaselines
import SectionalCSQLite

/// The loops in C that lists are compared with, on a separate connection.
@safe final class Baseline {
  private let connection: OpaquePointer?

  /// Opens a file.
  init(path: String) throws(BenchmarkError) {
    var opened: OpaquePointer?
    let code = unsafe baseline_open(path, &opened)
    unsafe connection = opened
    try check(code)
  }

  deinit { unsafe baseline_close(connection) }

  /// Reads all rows of a query.
  func readAll(_ sql: String, expecting rows: Int) throws(BenchmarkError) -> Duration {
    try time(expecting: rows) { tally in
      unsafe baseline_read_all(connection, sql, &tally)
    }
  }

  /// Reads rows one after another with a statement that has one placeholder.
  func readEach(_ sql: String, _ identifiers: [Int64]) throws(BenchmarkError) -> Duration {
    try time(expecting: identifiers.count) { tally in
      unsafe baseline_read_each(connection, sql, identifiers, identifiers.count, &tally)
    }
  }

  /// Reads rows with a statement whose placeholder is a JSON array.
  func readJSON(_ sql: String, _ identifiers: [Int64]) throws(BenchmarkError) -> Duration {
    try time(expecting: identifiers.count) { tally in
      unsafe baseline_read_json(connection, sql, identifiers, identifiers.count, &tally)
    }
  }

  /// Reads rows with a statement that returns all rows, in ascending order of their first column.
  func readAmong(_ sql: String, _ identifiers: [Int64]) throws(BenchmarkError) -> Duration {
    try time(expecting: identifiers.count) { tally in
      let sorted = identifiers.sorted()
      return unsafe baseline_read_among(connection, sql, sorted, sorted.count, &tally)
    }
  }

  /// Steps over all rows of a query that has three columns: text, text, integer.
  func walk(_ sql: String, expecting rows: Int) throws(BenchmarkError) -> Duration {
    try time(expecting: rows) { tally in unsafe baseline_walk(connection, sql, &tally) }
  }

  /// Runs a statement that writes, with a bare update hook.
  func write(_ sql: String, expecting rows: Int) throws(BenchmarkError) -> Duration {
    try time(expecting: rows) { tally in unsafe baseline_write(connection, sql, &tally) }
  }

  private func time(
    expecting rows: Int, _ body: (inout baseline_tally) -> Int32
  ) throws(BenchmarkError) -> Duration {
    var tally = baseline_tally()
    let start = ContinuousClock.now
    let code = body(&tally)
    let duration = start.duration(to: .now)
    try check(code)
    guard tally.rows == rows else {
      throw BenchmarkError("the loop saw \(tally.rows) rows instead of \(rows)")
    }
    return duration
  }

  private func check(_ code: Int32) throws(BenchmarkError) {
    guard code == SQLITE_OK else {
      throw BenchmarkError(
        "a baseline failed: \(unsafe String(cString: baseline_message(connection)))")
    }
  }
}
