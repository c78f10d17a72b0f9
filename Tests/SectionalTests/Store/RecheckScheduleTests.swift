import Testing

@testable import Sectional

/// When a store is checked after a hint.
struct RecheckScheduleTests {
  @Test
  func `a hint is followed by looks ever further apart, then by those of the interval`() {
    var schedule = RecheckSchedule()
    #expect(schedule.next(atMost: .seconds(1)) == .seconds(1))
    schedule.hint()
    let waits = (0..<8).map { _ in schedule.next(atMost: .seconds(10)) }
    #expect(waits == [1, 3, 12, 48, 186, 744, 2976, 10_000].map { .milliseconds($0) })
  }

  @Test
  func `no wait is longer than the interval`() {
    var schedule = RecheckSchedule()
    schedule.hint()
    #expect((0..<9).allSatisfy { _ in schedule.next(atMost: .milliseconds(5)) <= .milliseconds(5) })
  }
}

/// What ends a wait.
struct WakeSignalTests {
  @Test
  func `a ring ends the wait, even if it comes first`() async {
    let wakeSignal = WakeSignal()
    wakeSignal.signal()
    #expect(await wakeSignal.wait(atMost: .seconds(3600)))
    async let isRung = wakeSignal.wait(atMost: .seconds(3600))
    wakeSignal.signal()
    #expect(await isRung)
  }

  @Test
  func `a wait ends when its time is over, not when an older one ends`() async {
    let wakeSignal = WakeSignal()
    for _ in 0..<50 {
      #expect(await !wakeSignal.wait(atMost: .milliseconds(1)))
      wakeSignal.signal()
      #expect(await wakeSignal.wait(atMost: .milliseconds(2)))
    }
  }

  @Test
  func `a cancelled task does not wait`() async {
    let wakeSignal = WakeSignal()
    let task = Task { await wakeSignal.wait(atMost: .seconds(3600)) }
    task.cancel()
    #expect(await !task.value)
  }
}
