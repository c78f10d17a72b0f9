import Foundation
import Testing

@testable import Sectional

/// Days, compared with their definition in every zone that the platform knows: the earliest day that clocks show at a moment or
/// at a later one.
@Suite struct LastingDayTests {
  /// A zone, and the seconds from 1860 to 2040 at which its clocks change.
  private struct Zone {
    let zone: TimeZone
    let changes: [Int64]

    init?(_ identifier: String) {
      guard let zone = TimeZone(identifier: identifier) else { return nil }
      self.zone = zone
      var changes: [Int64] = []
      for start in stride(from: Int64(-3_471_292_800), to: 2_208_988_800, by: 86_400 * 20) {
        var (low, high) = (start, start + 86_400 * 20)
        guard Zone.offset(low, zone) != Zone.offset(high, zone) else { continue }
        while high - low > 1 {
          let middle = (low + high) / 2
          if Zone.offset(middle, zone) == Zone.offset(low, zone) {
            low = middle
          } else {
            high = middle
          }
        }
        changes.append(high)
      }
      self.changes = changes
    }

    private static func offset(_ second: Int64, _ zone: TimeZone) -> Int64 {
      Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))))
    }

    func isSetBack(at change: Int64) -> Bool {
      Zone.offset(change, zone) < Zone.offset(change - 1, zone)
    }

    /// The day that clocks show.
    func shownDay(_ second: Int64) -> Int64 {
      Int64((Double(second + Zone.offset(second, zone)) / 86_400).rounded(.down))
    }

    /// The earliest day that clocks show from a second on.
    ///
    /// Between two changes, they never go back.
    func earliestDay(from second: Int64, _ change: Int) -> Int64 {
      changes[change...].prefix(2).filter { $0 > second }.map(shownDay)
        .reduce(shownDay(second), min)
    }
  }

  @Test func `in every zone, a day is the earliest that clocks show from a moment on`() {
    var (wrong, days) = ([String](), 0)
    for identifier in TimeZone.knownTimeZoneIdentifiers {
      guard let zone = Zone(identifier) else { continue }
      for (place, change) in zone.changes.enumerated() where zone.isSetBack(at: change) {
        for distance: Int64 in [
          -86_400, -7201, -7200, -5400, -3661, -3601, -3600, -1860, -1800, -61, -60, -59, -31, -1,
          0, 1, 1800, 3540, 3600, 7200,
        ] {
          let second = change + distance
          let expected = zone.earliestDay(from: second, place)
          if expected != zone.shownDay(second) { days += 1 }
          let day = CivilDay(secondsSince1970: second, in: zone.zone)
          if day?.number != expected { wrong.append("\(identifier) \(second)") }
        }
      }
    }
    #expect(wrong == [])
    #expect(days > 100, "clocks no longer go back over midnight")
  }

  @Test func `a day ends when the next one begins for good`() throws {
    for (identifier, start, end) in [
      // A minute of Sunday came an hour early.
      ("America/St_Johns", 1_289_073_600.0, 1_289_100_600.0),
      ("America/Goose_Bay", 1_289_073_600, 1_289_102_400),
      // Apia left out a Friday.
      ("Pacific/Apia", 1_325_200_000, 1_325_239_200),
    ] {
      let zone = try #require(TimeZone(identifier: identifier))
      let clock = StoppedClock(now: Date(timeIntervalSince1970: start), timeZone: zone)
      #expect(RelativeToday(clock).end(after: clock.now).timeIntervalSince1970 == end)
    }
  }

  private struct StoppedClock: WallClock {
    let now: Date
    let timeZone: TimeZone

    func wait(from start: Date, to end: Date, in timeZone: TimeZone) async throws {}
  }
}
