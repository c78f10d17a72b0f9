import Sectional

/// Adds up the cache tallies of all lists in a test.
package final class CacheTallies: Sendable {
  private let state = Locked((sum: CacheTally(), count: 0))

  package init() {}

  /// Adds the tally of one list; returns the sum if it was the last of `count`.
  package func sum(adding tally: CacheTally, of count: Int) -> CacheTally? {
    state.withLock { state in
      state.sum.add(tally)
      state.count += 1
      return state.count == count ? state.sum : nil
    }
  }
}
