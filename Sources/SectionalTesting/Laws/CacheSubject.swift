public import Sectional

/// A store whose lists are closed and reopened, as by programs that start and end.
public protocol CacheSubject: Sendable {
  /// Creates a list over a separate store, as a program that has just started does.
  func makeController(
    _ request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) throws -> sending ResultsController<StoredRow>

  /// Performs a transaction, or rolls it back if the history says so.
  func apply(_ transaction: ScriptedTransaction) async throws

  /// Performs a transaction in a way that is hard to detect: it resets the modification times of files, restores copies
  /// or undoes changes.
  ///
  /// - Parameters:
  ///   - transaction: The writes.
  ///   - number: A number that chooses the way.
  /// - Throws: An error if the transaction can't be performed.
  func meddle(_ transaction: ScriptedTransaction, choosing number: Int) async throws

  /// Returns the true rows: what the oracle reads, in the order of the plan.
  func truth(_ plan: HistoryPlan) async throws -> [[OracleValue]]
}

/// Counts of what happened to caches over a number of openings.
public struct CacheTally: Sendable, Hashable {
  /// How often a list was opened.
  public var openings = 0
  /// How often the cache was hit.
  public var hits = 0
  /// How often it was caught up.
  public var catchUps = 0
  /// How often the store was unchanged since the last opening.
  public var unchanged = 0
  /// How often the cache was hit when the store was unchanged.
  public var unchangedHits = 0
  /// The reasons for misses when the store was unchanged, with their counts.
  public var needlessMisses: [String: Int] = [:]

  /// Creates a tally with zero counts.
  public init() {}

  /// Adds another tally.
  public mutating func add(_ other: CacheTally) {
    openings += other.openings
    hits += other.hits
    catchUps += other.catchUps
    unchanged += other.unchanged
    unchangedHits += other.unchangedHits
    needlessMisses.merge(other.needlessMisses, uniquingKeysWith: +)
  }
}
