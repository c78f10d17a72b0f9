/// What a list has done so far, for tests, logs and debugging.
public struct ResultsDiagnostics: Sendable, Hashable {
  /// The number of rows that were read from the store and matched, and of rows of followed tables that were looked up.
  public internal(set) var rowsRead = 0
  /// The number of times the store was asked for its version.
  public internal(set) var versionChecks = 0
  /// The number of times every row was read, including the first fetch.
  public internal(set) var fullFetches = 0
  /// The most recent reason for reading every row again, if that happened.
  public internal(set) var fullFetchReason: String?
  /// Why the list holds the contents of all rows although its request has a ``ResultsRequest/fetchBatchSize``, or `nil` if it
  /// doesn't.
  public internal(set) var batchObstacle: String?
  /// Why changes are currently noticed later than they could be, or `nil` if they aren't; the list is correct, but
  /// slightly behind.
  public internal(set) var delayReason: String?
  /// The number of times the rows arrived in a different order than requested and were sorted locally.
  public internal(set) var sortedHere = 0
  /// The work that maintaining the list took: tree nodes visited and keys compared.
  package internal(set) var work = TreeWork()
  /// The outcome of the section cache, if one was named.
  public internal(set) var cache: SectionCacheReport?
  /// Why no sections came from disk, if a cache was named.
  public var cacheMissReason: String? { cache?.outcome == .miss ? cache?.reason : nil }
  /// The number of times the section cache was written.
  public internal(set) var cacheWrites = 0
  /// Why the last attempt to write the section cache failed, if it did.
  public internal(set) var cacheProblem: String?
}
