import SectionalCBaselines

/// A client of a server, written in C, that lists are compared with.
@safe final class ServerClient {
  private let server: OpaquePointer?

  /// Connects and prepares the client's statements.
  init(
    url: String, channel: String, logQuery: String, rowQuery: String
  ) throws(BenchmarkError) {
    var opened: OpaquePointer?
    let failure = unsafe baseline_server_open(url, channel, logQuery, rowQuery, &opened)
    unsafe server = opened
    try check(failure)
  }

  deinit { unsafe baseline_server_close(server) }

  /// Runs a statement.
  ///
  /// - Returns: The time until the commit was acknowledged.
  func write(_ sql: String) throws(BenchmarkError) -> Duration {
    var nanoseconds: Int64 = 0
    try check(unsafe baseline_server_write(server, sql, &nanoseconds))
    return .nanoseconds(nanoseconds)
  }

  /// Waits for a notification, and reads the rows that changed since the last time.
  func catchUp(_ begin: String, expecting rows: Int64) throws(BenchmarkError) {
    var tally = baseline_tally()
    try check(unsafe baseline_server_catch_up(server, begin, &tally))
    // The first time, it reads everything in the log.
    guard tally.rows >= rows else {
      throw BenchmarkError("the client in C read \(tally.rows) rows")
    }
  }

  /// Waits for a notification, and reads the rows with the given keys.
  func read(_ keys: String) throws(BenchmarkError) {
    var tally = baseline_tally()
    try check(unsafe baseline_server_read(server, keys, &tally))
    guard tally.rows == 1 else { throw BenchmarkError("the client in C read no row") }
  }

  /// Begins a transaction with the cursor `walk`, and reads all rows of the cursor.
  func walk(_ begin: String, expecting rows: Int) throws(BenchmarkError) -> Duration {
    var tally = baseline_tally()
    let start = ContinuousClock.now
    let failure = unsafe baseline_server_walk(server, begin, &tally)
    let duration = start.duration(to: .now)
    try check(failure)
    guard tally.rows == rows else {
      throw BenchmarkError("the client in C read \(tally.rows) rows instead of \(rows)")
    }
    return duration
  }

  private func check(_ failure: Int32) throws(BenchmarkError) {
    guard failure == 0 else {
      throw BenchmarkError(
        "a client in C failed: \(unsafe String(cString: baseline_server_message(server)))")
    }
  }
}
