import Foundation
import Sectional
import TestSupport

/// A clock that a test sets, and that tells until when lists wait for it.
final class DayClock: WallClock {
  private struct State {
    var now: Date
    var timeZone: TimeZone
    var number = 0
    var waiters: [Int: (until: Date, continuation: CheckedContinuation<Void, Never>)] = [:]
  }

  // State: guarded by its lock. Waiters are resumed after it is released.
  private let state: Locked<State>

  init(_ now: Date, _ timeZone: TimeZone) {
    state = Locked(State(now: now, timeZone: timeZone))
  }

  var now: Date { state.withLock { $0.now } }
  var timeZone: TimeZone { state.withLock { $0.timeZone } }

  /// The times until which lists wait.
  var deadlines: [Date] { state.withLock { $0.waiters.values.map(\.until) }.sorted() }

  /// Waits until a number of lists wait for the clock, so that none misses it when it is set.
  @MainActor func awaited(by lists: Int = 1) async throws {
    try await TestSupport.wait(for: "lists that wait for the clock") {
      state.withLock { $0.waiters.count } == lists
    }
  }

  /// Sets the clock while a number of lists wait for it, and waits until they have looked at it.
  @MainActor func set(
    _ now: Date? = nil, _ timeZone: TimeZone? = nil, for lists: Int = 1
  ) async throws {
    try await awaited(by: lists)
    setNow(now, timeZone)
    try await awaited(by: lists)
  }

  /// Sets the clock, and tells nobody until it is set again.
  func setSilently(_ now: Date) { state.withLock { $0.now = now } }

  /// Sets the clock, whoever waits for it.
  func setNow(_ now: Date?, _ timeZone: TimeZone? = nil) {
    let waiters = state.withLock { state in
      state.now = now ?? state.now
      state.timeZone = timeZone ?? state.timeZone
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.continuation.resume() }
  }

  func wait(from start: Date, to time: Date, in timeZone: TimeZone) async throws {
    let number = state.withLock { state in
      state.number += 1
      return state.number
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard start <= state.now, state.now < time, !Task.isCancelled,
            state.timeZone.identifier == timeZone.identifier
          else { return true }
          state.waiters[number] = (time, continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume()
    }
    try Task.checkCancellation()
  }
}

extension Date {
  /// Creates a date from text such as 2026-11-20T13:00:00Z.
  init(utc text: String) throws { try self.init(text, strategy: .iso8601) }
}
