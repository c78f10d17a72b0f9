import Foundation

/// How long random histories are.
///
/// Longer histories reach more kinds of transitions, and a run of all tests has to end soon. The environment variable
/// `SECTIONAL_HISTORIES` says how many times as long histories are; `make nightly` sets it.
public enum HistoryLength {
  /// Returns the number of steps that stands for a number of steps in a short run, at least one.
  public static func steps(_ count: Int) -> Int { max(1, Int(Double(count) * factor)) }

  private static let factor =
    ProcessInfo.processInfo.environment["SECTIONAL_HISTORIES"].flatMap(Double.init) ?? 1
}
