import Foundation

extension SectionDerivation {
  /// Derives the day, week, month or year of a date, as an integer that sorts chronologically.
  ///
  /// - Parameters:
  ///   - unit: The calendar unit.
  ///   - timeZone: The time zone.
  ///   - number: What numbers count, unless the column's property determines it.
  ///   - expectation: A description of the cells that stand for dates, and advice on what to do about others.
  ///   - day: Returns the day of a cell that holds a moment, or `nil` if it doesn't, or the moment is too far away.
  /// - Returns: The derivation.
  static func calendar(
    _ unit: CalendarUnit, in timeZone: TimeZone, number: DateNumber? = nil,
    expecting expectation: (date: String, advice: String),
    day: @escaping @Sendable (StoredValue, TimeZone) -> CivilDay?
  ) -> SectionDerivation {
    // A time zone that tracks the system's could change while its name stays the same.
    let timeZone = TimeZone(identifier: timeZone.identifier) ?? timeZone
    let counted = number == DateNumber.seconds ? nil : number?.shortName
    let years = CivilDay.years
    return SectionDerivation(
      function: unit.rawValue,
      argument: [counted, timeZone.identifier].compactMap(\.self).joined(separator: ","),
      keys: .moments,
      expectation: "\(expectation.date) in the years \(years.lowerBound) to \(years.upperBound) "
        + "(\(expectation.advice))",
      input: .cell { cell in
        if case .null = cell { return .null }
        return CivilDay(of: cell, in: timeZone, moment: day).map { .integer(unit.number(of: $0)) }
      },
      name: { key in
        guard case .integer(let number) = key else { return key.sectionName }
        return unit.name(number)
      }, rules: "time zones \(TimeZone.timeZoneDataVersion)")
  }
}

extension CalendarUnit {
  /// Returns the unit's digits as one number; 1 BC is the year 0, and earlier years are negative.
  func number(of day: CivilDay) -> Int64 {
    switch self {
    case .day: day.year * 10_000 + day.month * 100 + day.day
    case .week: day.week.year * 100 + day.week.number
    case .month: day.year * 100 + day.month
    case .year: day.year
    }
  }

  /// Returns a number of the unit, formatted as in ISO 8601.
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
