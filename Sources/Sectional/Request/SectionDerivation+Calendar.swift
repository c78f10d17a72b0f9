import Foundation

extension SectionDerivation {
  /// The day, week, month or year of a date, as an integer whose order is the calendar's.
  ///
  /// - Parameters:
  ///   - unit: Which of them.
  ///   - timeZone: Where.
  ///   - number: What numbers count, where the column's property doesn't say it.
  ///   - expectation: Which cells stand for dates, in words, and what to do about others.
  ///   - day: Returns the day of a cell; nothing where it stands for no date, or one that is too far away.
  /// - Returns: What sections are made of.
  static func calendar(
    _ unit: CalendarUnit, in timeZone: TimeZone, number: DateNumber? = nil,
    expecting expectation: (date: String, advice: String),
    day: @escaping @Sendable (StoredValue, TimeZone) -> CivilDay?
  ) -> SectionDerivation {
    // One that follows the system would become another one under the same name.
    let timeZone = TimeZone(identifier: timeZone.identifier) ?? timeZone
    let counted = number == DateNumber.seconds ? nil : number?.shortName
    let years = CivilDay.years
    return SectionDerivation(
      function: unit.rawValue,
      argument: [counted, timeZone.identifier].compactMap(\.self).joined(separator: ","),
      expectation: "\(expectation.date) in the years \(years.lowerBound) to \(years.upperBound) "
        + "(\(expectation.advice))",
      input: .cell { cell in
        if case .null = cell { return .null }
        return day(cell, timeZone).map { .integer(unit.number(of: $0)) }
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
