/// A store that can be read at once, while the caller's thread waits.
///
/// A list over such a store can be created with its contents, so that the first frame of a screen isn't empty; see
/// ``ResultsController/init(immediatelyFetching:store:sectionBy:cacheName:indexTitle:alongside:tracksChanges:minimumInterval:isolation:)``.
public protocol ImmediateStore: ResultsStore {
  /// Runs a body inside one read transaction that waits neither for other reads and writes through the store nor for
  /// an actor, and gives up after a limited time if another program has locked the database.
  ///
  /// - Parameter body: Called once, on the caller's actor; the reader must not escape it.
  /// - Returns: The value the body returns.
  /// - Throws: Any error the body throws, and ``StoreError`` if the store can't be read.
  func readAtOnce<Output: Sendable>(
    _ body: (Reader) async throws -> Output
  ) async throws -> Output
}
