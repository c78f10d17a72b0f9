import Testing

@testable import Sectional

/// When a list's sections are written again, with simulated times.
@Suite struct CacheWriteScheduleTests {
  private let start = ContinuousClock.now

  private func instant(_ seconds: Double) -> ContinuousClock.Instant {
    start + .seconds(seconds)
  }

  /// Returns a schedule after a write that took `cost` and ended at the start.
  private func written(in cost: Duration) -> CacheWriteSchedule {
    var schedule = CacheWriteSchedule()
    schedule.recordWork(.milliseconds(5), at: start)
    schedule.recordWriting(cost, at: start)
    return schedule
  }

  @Test func `a list that was never written is written at once`() {
    var schedule = CacheWriteSchedule()
    #expect(schedule.delay(at: start, isListNew: true) == .zero)
    schedule.recordWork(.seconds(10), at: start)
    #expect(schedule.delay(at: start, isListNew: true) == .zero)
    #expect(schedule.delay(at: start, isListNew: false) == .zero)
  }

  @Test func `an idle list is written after a second, or a hundred times the cost`() {
    var quick = written(in: .milliseconds(2))
    quick.recordWork(.zero, at: instant(10))
    #expect(quick.delay(at: instant(10), isListNew: true) == .seconds(1))
    #expect(quick.delay(at: instant(10.75), isListNew: true) == .milliseconds(250))
    #expect(quick.delay(at: instant(11), isListNew: true) == .zero)
    #expect(quick.delay(at: instant(100), isListNew: true) == .zero)
    var slow = written(in: .milliseconds(100))
    slow.recordWork(.zero, at: instant(10))
    #expect(slow.delay(at: instant(10), isListNew: true) == .seconds(10))
    #expect(slow.delay(at: instant(20), isListNew: true) == .zero)
  }

  @Test func `each change restarts the wait`() {
    var schedule = written(in: .milliseconds(100))
    for step in 1...50 {
      schedule.recordWork(.milliseconds(1), at: instant(Double(step) * 5))
      #expect(schedule.delay(at: instant(Double(step) * 5), isListNew: true) == .seconds(10))
    }
  }

  @Test func `a busy list is written when its own work was twenty times the cost`() {
    var schedule = written(in: .milliseconds(100))
    schedule.recordWork(.milliseconds(1999), at: instant(30))
    #expect(schedule.delay(at: instant(30), isListNew: true) == .seconds(10))
    schedule.recordWork(.milliseconds(1), at: instant(30))
    #expect(schedule.delay(at: instant(30), isListNew: true) == .zero)
    // Work before the write no longer counts.
    schedule.recordWriting(.milliseconds(100), at: instant(30))
    schedule.recordWork(.milliseconds(1999), at: instant(40))
    #expect(schedule.delay(at: instant(40), isListNew: true) == .seconds(10))
  }

  @Test func `regardless of work there is a second between two writes`() {
    var schedule = written(in: .milliseconds(1))
    schedule.recordWork(.seconds(60), at: instant(0.25))
    #expect(schedule.delay(at: instant(0.25), isListNew: true) == .milliseconds(750))
    #expect(schedule.delay(at: instant(1), isListNew: true) == .zero)
  }

  @Test func `a new version alone waits sixty times as long, regardless of work`() {
    var schedule = written(in: .milliseconds(100))
    schedule.recordWork(.seconds(60), at: instant(10))
    #expect(schedule.delay(at: instant(10), isListNew: false) == .seconds(600))
    #expect(schedule.delay(at: instant(610), isListNew: false) == .zero)
    var cheap = written(in: .zero)
    cheap.recordWork(.zero, at: instant(10))
    #expect(cheap.delay(at: instant(10), isListNew: false) == .seconds(60))
  }

  @Test func `a write pays a twentieth of a busy list's time at most`() {
    var schedule = CacheWriteSchedule()
    var now = 0.0
    var (worked, writing) = (0.0, 0.0)
    for _ in 0..<10_000 {
      now += 0.01
      worked += 0.01
      schedule.recordWork(.milliseconds(10), at: instant(now))
      guard schedule.delay(at: instant(now), isListNew: true) == .zero else { continue }
      now += 0.05
      writing += 0.05
      schedule.recordWriting(.milliseconds(50), at: instant(now))
    }
    // There is no wait before the first write.
    #expect(writing > 1)
    #expect((writing - 0.05) * 19.9 <= worked)
  }

  @Test func `no wait is negative`() {
    var schedule = written(in: .milliseconds(1))
    schedule.recordWork(.milliseconds(1), at: instant(5))
    for seconds in [5, 6, 60, 100_000] {
      for isListNew in [true, false] {
        #expect(schedule.delay(at: instant(Double(seconds)), isListNew: isListNew) >= .zero)
      }
    }
  }
}
