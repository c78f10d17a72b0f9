import Foundation

/// The length of random histories.
///
/// Longer histories reach more kinds of transitions, but a run of all tests must end soon. The environment variable
/// `SECTIONAL_HISTORIES` multiplies the length of histories. `make nightly` sets it.
package enum HistoryLength {
  /// Returns the number of steps to run for the number of steps in a short run, at least one.
  package static func steps(_ count: Int) -> Int { max(1, Int(Double(count) * factor)) }

  /// Returns the seeds of the histories to run: a short run takes the first ones, a long run all of them.
  package static func seeds(_ all: Range<Int>, short count: Int) -> Range<Int> {
    isLong ? all : all.prefix(count)
  }

  /// Whether histories are longer than in a run of all tests.
  package static var isLong: Bool { factor > 1 }

  /// Whether histories are shorter than in a run of all tests, so that what they reach is left to chance.
  package static var isShort: Bool { factor < 1 }

  /// Returns the number of minutes that a test may take which tries everything in a long run.
  package static func minutes(_ count: Int) -> Int { isLong ? count * 30 : count }

  /// Prints what a long run has tried; a short run tries little.
  package static func tell(_ words: String) { if isLong { print(words) } }

  private static let factor =
    ProcessInfo.processInfo.environment["SECTIONAL_HISTORIES"].flatMap(Double.init) ?? 1
}
