public import Sectional

/// A store whose lists are closed and opened again, by programs that come and go.
public protocol CacheSubject: Sendable {
  /// Makes a list as a program does that has just been started, over a store of its own.
  func makeController(
    _ request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) throws -> sending ResultsController<StoredRow>

  /// Does a transaction, or takes it back where the history says so.
  func apply(_ transaction: ScriptedTransaction) async throws

  /// Does a transaction in a way that others would rather not see noticed: with the times of files set back, with copies
  /// that are restored, with changes that are undone.
  ///
  /// - Parameters:
  ///   - transaction: What is written.
  ///   - number: Chooses the way.
  /// - Throws: An error when it can't be done.
  func meddle(_ transaction: ScriptedTransaction, choosing number: Int) async throws

  /// Returns the truth: what the oracle reads, in the order of the plan.
  func truth(_ plan: HistoryPlan) async throws -> [[OracleValue]]
}

/// How often caches held what, in a number of openings.
public struct CacheTally: Sendable, Hashable {
  /// How often a list was opened.
  public var openings = 0
  /// How often the cache was hit.
  public var hits = 0
  /// How often it was caught up.
  public var catchUps = 0
  /// How often nothing at all had been done to the store since the last opening.
  public var unchanged = 0
  /// How often the cache was hit then.
  public var unchangedHits = 0
  /// The reasons of misses where nothing had been done.
  public var needlessMisses: [String: Int] = [:]

  /// Makes a tally of nothing.
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
