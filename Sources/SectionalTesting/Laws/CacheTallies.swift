import Sectional

/// Adds up what came of the caches of all lists of a test.
package final class CacheTallies: Sendable {
  private let state = Locked((sum: CacheTally(), count: 0))

  package init() {}

  /// Adds the tally of one list; returns the sum when it was the last.
  package func sum(adding tally: CacheTally, of count: Int) -> CacheTally? {
    state.withLock { state in
      state.sum.add(tally)
      state.count += 1
      return state.count == count ? state.sum : nil
    }
  }
}
