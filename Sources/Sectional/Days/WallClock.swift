public import Foundation

/// A clock that tells the time of day in a time zone, for sections such as Today and Yesterday.
///
/// ``SystemWallClock`` is the system's. A test can supply one that it sets itself, such as `ManualWallClock` in
/// SectionalTesting.
public protocol WallClock: Sendable {
  /// The current time.
  var now: Date { get }

  /// The time zone whose days count.
  var timeZone: TimeZone { get }

  /// Waits until the clock shows a time, or is set back, or has another time zone.
  ///
  /// It may return at any time before that; the caller looks at the clock and waits again. It returns at once if something of
  /// this happened after the caller looked.
  ///
  /// - Parameters:
  ///   - start: The time that the clock showed when the caller looked.
  ///   - end: The time to wait for.
  ///   - timeZone: The time zone that the clock had when the caller looked.
  /// - Throws: `CancellationError` if the task is cancelled.
  func wait(from start: Date, to end: Date, in timeZone: TimeZone) async throws
}

/// The system's clock, in a fixed time zone or in the system's.
public struct SystemWallClock: WallClock {
  /// The longest time between two looks at the clock, after which a list notices that the clock or the time zone was set.
  private static let longestWait = 60.0

  private let fixedTimeZone: TimeZone?

  /// Creates a clock.
  ///
  /// - Parameter timeZone: The time zone whose days count, or `nil` for the system's, whichever that is at the time.
  public init(timeZone: TimeZone? = nil) { fixedTimeZone = timeZone }

  /// The system's time.
  public var now: Date { Date() }

  /// The fixed time zone, or the system's current one.
  public var timeZone: TimeZone {
    fixedTimeZone ?? TimeZone.current
  }

  /// Waits until the system's clock shows a time, but for a minute at most.
  public func wait(from start: Date, to end: Date, in timeZone: TimeZone) async throws {
    let seconds = min(max(end.timeIntervalSince(now), 0.001), SystemWallClock.longestWait)
    try await Task.sleep(for: .seconds(seconds), tolerance: .milliseconds(seconds < 1 ? 1 : 20))
    #if !canImport(Darwin)
      // Elsewhere Foundation notices a new time zone by itself.
      if fixedTimeZone == nil { NSTimeZone.resetSystemTimeZone() }
    #endif
  }
}
