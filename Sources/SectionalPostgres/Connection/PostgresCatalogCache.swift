import Sectional

/// What a connection remembers about a database from one transaction to the next, to avoid queries.
///
/// State: belongs to the connection's actor. Nothing in it is trusted until a transaction has confirmed that it still
/// holds.
struct PostgresCatalogCache {
  /// Something known about a table, with the table's stamp at the time.
  private struct Known<Value> {
    let stamp: String
    let value: Value
  }

  private var relations: [ExactName: PostgresRelation] = [:]
  private var stamps: [ExactName: String] = [:]
  private var sources: [ExactName: Known<PostgresSource>] = [:]
  private var logs: [ExactName: Known<TableLogState>] = [:]
  /// The read context in which the newest snapshot was first seen.
  private var first: PostgresReadContext?

  /// The names whose relations are remembered.
  var names: Set<ExactName> { Set(relations.keys) }

  /// Returns the relation that a name was found to refer to.
  func relation(named name: String) -> PostgresRelation? { relations[ExactName(name)] }

  mutating func keep(_ relation: PostgresRelation, named name: String) {
    relations[ExactName(name)] = relation
  }

  /// Returns whether a table or view has the same stamp as last time, and remembers the new one.
  mutating func isStill(_ relation: PostgresRelation, stamp: String) -> Bool {
    let name = ExactName(relation.text)
    defer { stamps[name] = stamp }
    return stamps[name].map { $0 == stamp } ?? true
  }

  /// Returns a context with the amount that had been written when its snapshot was first seen: later writes, such as
  /// the cleanup that reading itself causes, aren't part of what the snapshot shows, and the server flushes them when
  /// it chooses.
  mutating func dated(_ context: PostgresReadContext) -> PostgresReadContext {
    let dated = first.map { context.dated($0) } ?? context
    first = dated
    return dated
  }

  /// Returns whether a version has the newest snapshot, and was created when this connection first saw it.
  func hasMade(_ version: PostgresStoreVersion) -> Bool {
    guard let first else { return false }
    return PostgresSnapshot(first.snapshot) == version.snapshot && first.written == version.written
  }

  /// Returns the description of a table or view that was found when it had the given stamp.
  func source(of table: String, stamp: String) -> PostgresSource? {
    sources[ExactName(table)].flatMap { $0.stamp == stamp ? $0.value : nil }
  }

  mutating func keep(_ source: PostgresSource, of table: String, stamp: String) {
    sources[ExactName(table)] = Known(stamp: stamp, value: source)
  }

  /// Returns how a table's changes were found to be logged when it had the given stamp.
  func log(of table: String, stamp: String) -> TableLogState? {
    logs[ExactName(table)].flatMap { $0.stamp == stamp ? $0.value : nil }
  }

  mutating func keep(_ log: TableLogState, of table: String, stamp: String) {
    logs[ExactName(table)] = Known(stamp: stamp, value: log)
  }
}
