import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// The clock that tests set.
@Suite struct ManualWallClockTests {
  private let clock = ManualWallClock(now: Date(timeIntervalSince1970: 1000), timeZone: .gmt)

  /// Begins to wait, and returns the task and whether its wait is over.
  private func waiting(
    until seconds: Double
  ) -> (task: Task<Void, any Error>, isOver: Locked<Bool>) {
    let isOver = Locked(false)
    let task = Task {
      try await clock.wait(
        from: clock.now, to: Date(timeIntervalSince1970: seconds), in: clock.timeZone)
      isOver.withLock { $0 = true }
    }
    return (task, isOver)
  }

  @Test func `a time that the clock shows already needs no wait`() async throws {
    try await clock.wait(from: clock.now, to: Date(timeIntervalSince1970: 1000), in: clock.timeZone)
    try await clock.wait(from: clock.now, to: Date(timeIntervalSince1970: 0), in: clock.timeZone)
    #expect(clock.now == Date(timeIntervalSince1970: 1000) && clock.timeZone == .gmt)
  }

  @Test func `setting the clock wakes everyone, whatever it shows then`() async throws {
    for change in [
      { $0.now += 1 }, { $0.now -= 500 }, { $0.now += 0 },
      { $0.timeZone = TimeZone(secondsFromGMT: 3600) ?? .gmt },
    ] as [@Sendable (ManualWallClock) -> Void] {
      let waits = (0..<3).map { waiting(until: 5000 + Double($0)) }
      try await wait {
        // Whoever began to wait only now is woken by the next change.
        change(clock)
        return waits.allSatisfy { $0.isOver.withLock { $0 } }
      }
      for wait in waits { try await wait.task.value }
    }
  }

  @Test func `a wait ends with an error if its task is cancelled`() async throws {
    let wait = waiting(until: 5000)
    wait.task.cancel()
    await #expect(throws: CancellationError.self) { try await wait.task.value }
    #expect(!wait.isOver.withLock { $0 })
    let late = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await clock.wait(
        from: clock.now, to: Date(timeIntervalSince1970: 5000), in: clock.timeZone)
    }
    await #expect(throws: CancellationError.self) { try await late.value }
    // The clock can be set although nobody waits any longer.
    clock.now += 10_000
    #expect(clock.now == Date(timeIntervalSince1970: 11_000))
  }

  @Test func `the system's clock waits for moments, and for its task`() async throws {
    let clock = SystemWallClock(timeZone: .gmt)
    #expect(clock.timeZone == .gmt)
    try await clock.wait(from: clock.now, to: .distantPast, in: clock.timeZone)
    let end = clock.now.addingTimeInterval(0.01)
    while clock.now < end { try await clock.wait(from: clock.now, to: end, in: clock.timeZone) }
    let task = Task {
      try await clock.wait(from: clock.now, to: .distantFuture, in: clock.timeZone)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
