import Foundation

extension CivilDay {
  /// Creates the day of a second since 1970 in a time zone, or returns `nil` if its year is outside ``years``.
  ///
  /// A day begins when it begins for good: where clocks are set back over midnight, what they showed of the next day before
  /// that belongs to the day that returns. So days never go back as time passes.
  init?(secondsSince1970 seconds: Int64, in timeZone: TimeZone) {
    // Checked first, because later steps could overflow or ask Foundation for offsets that it doesn't know.
    guard (-40_000_000_000_000...40_000_000_000_000).contains(seconds) else { return nil }
    let local = timeZone.localTime(at: seconds)
    self.init(number: min(local.day, timeZone.returningDay(after: seconds, local) ?? local.day))
    guard CivilDay.years.contains(year) else { return nil }
  }
}

extension TimeZone {
  /// The day that a zone's clocks show, and the seconds since its midnight.
  fileprivate typealias LocalTime = (day: Int64, time: Int64)

  /// The second of the first moment of 1900, before which zones changed their sides of the date line.
  private static let firstOf1900: Int64 = -2_208_988_800

  private func offset(at second: Int64) -> Int64 {
    Int64(secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))))
  }

  fileprivate func localTime(at second: Int64) -> LocalTime {
    let (day, time) = (second + offset(at: second)).dividedDown(by: 86_400)
    return (day, time)
  }

  /// Returns the day that clocks show when they have been set back soon after a second, or `nil` if they aren't.
  ///
  /// Since 1900, clocks have been set back by at most two hours where that leads to the day before.
  fileprivate func returningDay(after second: Int64, _ local: LocalTime) -> Int64? {
    let reach: Int64 = second < TimeZone.firstOf1900 ? 172_800 : 7200
    guard local.time < reach else { return nil }
    let offset = offset(at: second)
    var (low, high) = (second, second + reach)
    guard self.offset(at: high) < offset else { return nil }
    while high - low > 1 {
      let middle = (low + high) / 2
      if self.offset(at: middle) < offset { high = middle } else { low = middle }
    }
    return localTime(at: high).day
  }
}
