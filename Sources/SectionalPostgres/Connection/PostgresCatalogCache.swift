import Sectional

/// What a connection remembers of a database from one transaction to the next, to ask for less.
///
/// State: belongs to the connection's actor. Nothing of it is believed before a transaction has shown that it still holds.
struct PostgresCatalogCache {
  /// Something that was found out about a table, and the table's stamp at that time.
  private struct Known<Value> {
    let stamp: String
    let value: Value
  }

  private var relations: [ExactName: PostgresRelation] = [:]
  private var stamps: [ExactName: String] = [:]
  private var sources: [ExactName: Known<PostgresSource>] = [:]
  private var logs: [ExactName: Known<TableLog>] = [:]
  /// The moment in which the newest snapshot was seen first.
  private var first: PostgresReadContext?

  /// The names of which it is remembered what they mean.
  var names: Set<ExactName> { Set(relations.keys) }

  /// Returns what a name was found to mean.
  func relation(named name: String) -> PostgresRelation? { relations[ExactName(name)] }

  mutating func keep(_ relation: PostgresRelation, named name: String) {
    relations[ExactName(name)] = relation
  }

  /// Tells whether a table or view has the stamp it had last time, and remembers this one.
  mutating func isStill(_ relation: PostgresRelation, stamp: String) -> Bool {
    let name = ExactName(relation.text)
    defer { stamps[name] = stamp }
    return stamps[name].map { $0 == stamp } ?? true
  }

  /// Returns a moment with how much had been written when its snapshot was seen first: what came behind it is none of what
  /// the snapshot shows, such as what reading itself clears away, which the server writes to its disk when it likes to.
  mutating func dated(_ context: PostgresReadContext) -> PostgresReadContext {
    let dated = first.map { context.dated($0) } ?? context
    first = dated
    return dated
  }

  /// Whether a version is of the newest snapshot, and of when this connection saw it first.
  func hasMade(_ version: PostgresStoreVersion) -> Bool {
    guard let first else { return false }
    return PostgresSnapshot(first.snapshot) == version.snapshot && first.written == version.written
  }

  /// Returns how a table or view was described when it had a stamp.
  func source(of table: String, stamp: String) -> PostgresSource? {
    sources[ExactName(table)].flatMap { $0.stamp == stamp ? $0.value : nil }
  }

  mutating func keep(_ source: PostgresSource, of table: String, stamp: String) {
    sources[ExactName(table)] = Known(stamp: stamp, value: source)
  }

  /// Returns how a table's changes were found to be logged when it had a stamp.
  func log(of table: String, stamp: String) -> TableLog? {
    logs[ExactName(table)].flatMap { $0.stamp == stamp ? $0.value : nil }
  }

  mutating func keep(_ log: TableLog, of table: String, stamp: String) {
    logs[ExactName(table)] = Known(stamp: stamp, value: log)
  }
}
