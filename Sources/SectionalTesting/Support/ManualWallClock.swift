public import Foundation
public import Sectional

/// A clock that stands still until it is set, for testing sections such as Today and Yesterday.
///
/// ```swift
/// let clock = ManualWallClock(now: evening, timeZone: stockholm)
/// let section = SectionKey.relativeDay(of: \Message.sentAt, clock: clock)
/// clock.now += 3600
/// ```
public final class ManualWallClock: WallClock {
  private struct State {
    var now: Date
    var timeZone: TimeZone
    var number = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  // State: guarded by its lock. Waiters are resumed after it is released.
  private let state: Locked<State>

  /// Creates a clock that shows a time.
  public init(now: Date, timeZone: TimeZone) {
    state = Locked(State(now: now, timeZone: timeZone))
  }

  /// The time that the clock shows; setting it, forward or back, wakes everyone who waits.
  public var now: Date {
    get { state.withLock { $0.now } }
    set { set { $0.now = newValue } }
  }

  /// The time zone whose days count; setting it wakes everyone who waits.
  public var timeZone: TimeZone {
    get { state.withLock { $0.timeZone } }
    set { set { $0.timeZone = newValue } }
  }

  private func set(_ change: (inout State) -> Void) {
    let waiters = state.withLock { state in
      change(&state)
      defer { state.waiters = [:] }
      return state.waiters.values.map { $0 }
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until the clock is set, or returns at once if it was set after the caller looked.
  public func wait(from start: Date, to end: Date, in timeZone: TimeZone) async throws {
    let number = state.withLock { state in
      state.number += 1
      return state.number
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard start <= state.now, state.now < end, !Task.isCancelled,
            state.timeZone.identifier == timeZone.identifier
          else { return true }
          state.waiters[number] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
    try Task.checkCancellation()
  }
}
