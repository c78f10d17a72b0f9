import Foundation

extension SectionDerivation {
  /// The day, week, month or year of a date, as an integer whose order is the calendar's.
  static func calendar(
    _ unit: CalendarUnit, in timeZone: TimeZone, date: @escaping @Sendable (Value) -> Date?
  ) -> SectionDerivation {
    // One that follows the system would become another one under the same name.
    let timeZone = TimeZone(identifier: timeZone.identifier) ?? timeZone
    return SectionDerivation(
      function: unit.rawValue, argument: timeZone.identifier, expectation: "a date",
      input: .cell { cell in
        if case .null = cell { return .null }
        return date(cell).map { .integer(unit.number(of: CivilDay($0, in: timeZone))) }
      },
      name: { key in
        guard case .integer(let number) = key else { return key.sectionName }
        return unit.name(number)
      }, rules: "time zones \(TimeZone.timeZoneDataVersion)")
  }
}

extension CalendarUnit {
  /// Returns the digits of the unit as one number; years before our era are zero and below.
  func number(of day: CivilDay) -> Int64 {
    switch self {
    case .day: day.year * 10_000 + day.month * 100 + day.day
    case .week: day.week.year * 100 + day.week.number
    case .month: day.year * 100 + day.month
    case .year: day.year
    }
  }

  /// Returns a number of the unit as ISO 8601 writes it.
  func name(_ number: Int64) -> String {
    switch self {
    case .day:
      let (year, rest) = number.dividedDown(by: 10_000)
      return "\(CivilDay.digits(of: year))-\(CalendarUnit.pair(rest / 100))-"
        + CalendarUnit.pair(rest % 100)
    case .week:
      let (year, week) = number.dividedDown(by: 100)
      return "\(CivilDay.digits(of: year))-W\(CalendarUnit.pair(week))"
    case .month:
      let (year, month) = number.dividedDown(by: 100)
      return "\(CivilDay.digits(of: year))-\(CalendarUnit.pair(month))"
    case .year: return CivilDay.digits(of: number)
    }
  }

  private static func pair(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
