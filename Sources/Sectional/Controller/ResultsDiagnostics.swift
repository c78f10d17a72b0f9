/// What a list did so far, for tests, logs and curious people.
public struct ResultsDiagnostics: Sendable, Hashable {
  /// The number of rows that were read from the store and matched.
  public internal(set) var rowsRead = 0
  /// The number of times the store was asked for its version.
  public internal(set) var versionChecks = 0
  /// The number of times every row was read, the first fetch included.
  public internal(set) var fullFetches = 0
  /// Why every row was last read again, if it was.
  public internal(set) var fullFetchReason: String?
  /// Why changes are heard of later than they could be, while that is so: the list is right, and a little behind.
  public internal(set) var delayReason: String?
  /// The number of times rows came in another order than asked for and were sorted here.
  public internal(set) var sortedHere = 0
  /// What keeping the list took: nodes of the tree that were visited, keys that were compared.
  package internal(set) var work = TreeWork()
  /// What came of the section cache, where one was named.
  public internal(set) var cache: SectionCacheReport?
  /// Why no sections came from disk, where a cache was named.
  public var cacheMissReason: String? { cache?.outcome == .miss ? cache?.reason : nil }
  /// The number of times that the section cache was written.
  public internal(set) var cacheWrites = 0
  /// Why the section cache could not be written the last time, if it could not.
  public internal(set) var cacheProblem: String?
}
