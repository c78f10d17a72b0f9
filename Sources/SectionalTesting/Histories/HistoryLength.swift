import Foundation

/// The length of random histories.
///
/// Longer histories reach more kinds of transitions, but a run of all tests must end soon. The environment variable
/// `SECTIONAL_HISTORIES` multiplies the length of histories. `make nightly` sets it.
public enum HistoryLength {
  /// Returns the number of steps to run for the number of steps in a short run, at least one.
  public static func steps(_ count: Int) -> Int { max(1, Int(Double(count) * factor)) }

  /// Whether histories are longer than in a run of all tests.
  public static var isLong: Bool { factor > 1 }

  private static let factor =
    ProcessInfo.processInfo.environment["SECTIONAL_HISTORIES"].flatMap(Double.init) ?? 1
}
