import Foundation

/// The day that others are related to, and the time zone whose day it is.
struct RelativeToday: Sendable, Equatable {
  /// The day's number, counted from 1970-01-01.
  let number: Int64
  let timeZone: TimeZone

  /// Looks at a clock; a time that no section could be made of counts as 1970-01-01.
  init(_ clock: any WallClock) {
    let zone = clock.timeZone
    // A time zone that tracks the system's could change while its name stays the same.
    timeZone = TimeZone(identifier: zone.identifier) ?? zone
    number = CivilDay(clock.now, in: timeZone)?.number ?? 0
  }

  /// The day and the zone, for the cache.
  var text: String { "\(CivilDay(number: number).text) \(timeZone.identifier)" }

  static func == (left: RelativeToday, right: RelativeToday) -> Bool {
    left.number == right.number && left.timeZone.identifier == right.timeZone.identifier
  }

  /// Returns the first moment after a time at which the day is another one.
  ///
  /// A day can have 23 or 25 hours, begin at one o'clock or be left out, so the moment is searched for. Days never go back.
  func end(after time: Date) -> Date {
    var low = time.timeIntervalSince1970.rounded(.down)
    var high = low + 180_000
    while high - low > 1 {
      let middle = ((low + high) / 2).rounded(.down)
      if isToday(middle) { low = middle } else { high = middle }
    }
    return Date(timeIntervalSince1970: high)
  }

  private func isToday(_ seconds: Double) -> Bool {
    CivilDay(Date(timeIntervalSince1970: seconds), in: timeZone)?.number == number
  }
}
