/// How a list with a window counts its rows.
package struct CountingOptions: Sendable, Hashable {
  /// The largest number of rows that are read first.
  package var firstRows = 128
  /// The smallest number of rows that are counted in one look.
  package var leastRows = 496 * 4
  /// The largest number of rows that are counted in one look.
  package var mostRows = 496 * 512
  /// How long counting in one look should take; the size of the next step follows from it.
  package var duration = Duration.milliseconds(30)
  /// The number of blocks that are read to tell exactly what changed; if more have changed, everything is replaced.
  package var mostRestoredBlocks = 64
  /// The largest number of rows that the look counts again that finds out about a doubt; with more, it first shows what is held.
  package var mostRowsAtOnce = 496 * 512
  /// How many times as long as counting all rows again took the list waits before it does so once more.
  package var restFactor = 10
  /// Whether a list is refused if no index has its order; without one, each page sorts all rows.
  package var requiresIndex = true

  package init() {}
}

/// How many rows the next look counts.
struct CountingStep: Sendable {
  private let options: CountingOptions
  private(set) var rows: Int

  init(_ options: CountingOptions) {
    self.options = options
    rows = options.leastRows
  }

  /// Adjusts the number to how long the rows took.
  mutating func adjust(after duration: Duration) {
    let (taken, wanted) = (duration / .milliseconds(1), options.duration / .milliseconds(1))
    let factor = taken > 0 ? min(wanted / taken, 4) : 4
    let next = Int(Double(rows) * factor)
    // Whole blocks leave no small ones behind.
    rows = max(min(next, options.mostRows) / options.leastRows, 1) * options.leastRows
  }
}

/// When all rows of a list are counted again.
struct RecountSchedule: Sendable {
  private let restFactor: Int
  private var next: ContinuousClock.Instant?

  init(_ options: CountingOptions) { restFactor = options.restFactor }

  /// Records that all rows were counted.
  mutating func recordEnd(
    of rows: Int, after duration: Duration, at now: ContinuousClock.Instant
  ) {
    // The process may have been suspended, so the time is capped.
    let most = Duration.seconds(1) + .microseconds(5) * rows
    next = now + min(duration, most) * restFactor
  }

  /// Returns how long to wait; zero if the rows can be counted now.
  func delay(at now: ContinuousClock.Instant) -> Duration {
    next.map { max(.zero, now.duration(to: $0)) } ?? .zero
  }
}
