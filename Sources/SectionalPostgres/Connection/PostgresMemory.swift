import Sectional

/// What a connection remembers of a database from one transaction to the next, to ask for less.
///
/// State: belongs to the connection's actor. Nothing of it is believed before a transaction has shown that it still holds.
struct PostgresMemory {
  /// Something that was found out about a table, and the table's stamp at that time.
  private struct Known<Value> {
    let stamp: String
    let value: Value
  }

  /// The tables and views that names were found to mean.
  var relations: [String: PostgresRelation] = [:]
  /// The stamps that these had when they were last read.
  var stamps: [String: String] = [:]
  /// Whether there is a change log, from which this user may read.
  var hasReadableLog = false
  private var sources: [String: Known<PostgresSource>] = [:]
  private var logs: [String: Known<TableLog>] = [:]

  /// Returns how a table or view was described when it had a stamp.
  func source(of table: String, stamp: String) -> PostgresSource? {
    sources[table].flatMap { $0.stamp == stamp ? $0.value : nil }
  }

  mutating func keep(_ source: PostgresSource, of table: String, stamp: String) {
    sources[table] = Known(stamp: stamp, value: source)
  }

  /// Returns how a table's changes were found to be logged when it had a stamp.
  func log(of table: String, stamp: String) -> TableLog? {
    logs[table].flatMap { $0.stamp == stamp ? $0.value : nil }
  }

  mutating func keep(_ log: TableLog, of table: String, stamp: String) {
    logs[table] = Known(stamp: stamp, value: log)
  }
}
