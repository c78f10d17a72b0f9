import Foundation

extension SectionDerivation {
  /// The day, week, month or year of a date, as an integer whose order is the calendar's.
  static func calendar(
    _ unit: CalendarUnit, in timeZone: TimeZone, date: @escaping @Sendable (Value) -> Date?
  ) -> SectionDerivation {
    let calendar = unit.calendar(in: timeZone)
    return SectionDerivation(
      function: unit.rawValue, argument: timeZone.identifier, expectation: "a date",
      input: .cell { cell in
        if case .null = cell { return .null }
        guard let date = date(cell) else { return nil }
        return .integer(unit.number(of: date, in: calendar))
      },
      name: { key in
        guard case .integer(let number) = key else { return key.sectionName }
        return unit.name(number)
      })
  }
}

extension CalendarUnit {
  /// The Gregorian calendar; ISO 8601 counts its weeks.
  func calendar(in timeZone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: self == .week ? .iso8601 : .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }

  /// Returns the digits of the unit as one number; years before our era are zero and below.
  func number(of date: Date, in calendar: Calendar) -> Int64 {
    if self == .week {
      let parts = calendar.dateComponents([.yearForWeekOfYear, .weekOfYear], from: date)
      return Int64((parts.yearForWeekOfYear ?? 0) * 100 + (parts.weekOfYear ?? 0))
    }
    let parts = calendar.dateComponents([.era, .year, .month, .day], from: date)
    let year = parts.era == 0 ? 1 - (parts.year ?? 0) : parts.year ?? 0
    let (month, day) = (parts.month ?? 0, parts.day ?? 0)
    switch self {
    case .day: return Int64(year * 10_000 + month * 100 + day)
    case .month: return Int64(year * 100 + month)
    default: return Int64(year)
    }
  }

  /// Returns a number of the unit as ISO 8601 writes it.
  func name(_ number: Int64) -> String {
    switch self {
    case .day:
      let (year, rest) = CalendarUnit.divided(number, by: 10_000)
      return
        "\(CalendarUnit.year(year))-\(CalendarUnit.pair(rest / 100))-\(CalendarUnit.pair(rest % 100))"
    case .week:
      let (year, week) = CalendarUnit.divided(number, by: 100)
      return "\(CalendarUnit.year(year))-W\(CalendarUnit.pair(week))"
    case .month:
      let (year, month) = CalendarUnit.divided(number, by: 100)
      return "\(CalendarUnit.year(year))-\(CalendarUnit.pair(month))"
    case .year: return CalendarUnit.year(number)
    }
  }

  /// Divides so that the remainder is never negative: years before our era have months and days like others.
  private static func divided(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
    let remainder = ((number % divisor) + divisor) % divisor
    return ((number - remainder) / divisor, remainder)
  }

  private static func pair(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func year(_ year: Int64) -> String {
    let digits = String(year.magnitude)
    return (year < 0 ? "-" : "") + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }
}
