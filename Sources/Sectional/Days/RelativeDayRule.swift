import Foundation

/// How sections follow the day: the clock, and what is made of a date on a day.
struct RelativeDayRule: Sendable {
  /// The days before yesterday that have a weekday as their name; with more, the last one would be named as today is.
  private static let weekdays: Int64 = 5
  /// Section keys of the days after tomorrow and of the earlier days, beyond those of all years.
  private static let later: Int64 = 1_000_000_000_000
  private static let earlier: Int64 = -1_000_000_000_000

  let clock: any WallClock
  let grouping: EarlierDays
  let name: @Sendable (RelativeDay) -> String
  /// What numbers count, unless the column's property determines it.
  var number: DateNumber?
  /// A description of the cells that stand for dates, and advice on what to do about others.
  let expectation: (date: String, advice: String)
  /// Returns the day of a cell that holds a moment.
  let day: @Sendable (StoredValue, TimeZone) -> CivilDay?

  /// Returns the derivation of sections on a day.
  ///
  /// A section's key is the number of a day such as 20261120, the number of a month with the day 00, or one of two numbers
  /// beyond these, so that sections are in chronological order, and one that only gets another name keeps its key.
  ///
  /// - Parameters:
  ///   - today: The day.
  ///   - keepsDaysApart: Whether each day is a section of the list, and several of these are shown as one.
  /// - Returns: The derivation.
  func derivation(on today: RelativeToday, keepingDaysApart keepsDaysApart: Bool)
    -> SectionDerivation
  {
    let counted = number == DateNumber.seconds ? nil : number?.shortName
    var derivation = SectionDerivation(
      function: "relative",
      argument: [counted, grouping == .months ? nil : grouping.rawValue].compactMap(\.self)
        .joined(separator: ","),
      keys: .moments,
      expectation: "\(expectation.date) in the years \(CivilDay.years.lowerBound) to "
        + "\(CivilDay.years.upperBound) (\(expectation.advice))",
      input: .cell { cell in
        if case .null = cell { return .null }
        guard let day = CivilDay(of: cell, in: today.timeZone, moment: day) else { return nil }
        return .integer(keepsDaysApart ? CalendarUnit.day.number(of: day) : key(of: day, on: today))
      },
      name: { key in
        guard case .integer(let number) = key else { return key.sectionName }
        return relativeDay(of: number, on: today).map(name) ?? key.sectionName
      }, rules: "time zones \(TimeZone.timeZoneDataVersion)", day: today)
    if keepsDaysApart { derivation.shownKey = { shownKey(of: $0, on: today) } }
    return derivation
  }

  private func shownKey(of key: StoredValue, on today: RelativeToday) -> StoredValue {
    guard case .integer(let number) = key, let day = CivilDay(digits: number) else { return key }
    return .integer(self.key(of: day, on: today))
  }

  private func key(of day: CivilDay, on today: RelativeToday) -> Int64 {
    let age = today.number - day.number
    if age < -1 { return RelativeDayRule.later }
    if age <= RelativeDayRule.weekdays + 1 { return CalendarUnit.day.number(of: day) }
    return grouping == .months
      ? CalendarUnit.month.number(of: day) * 100 : RelativeDayRule.earlier
  }

  private func relativeDay(of key: Int64, on today: RelativeToday) -> RelativeDay? {
    if key == RelativeDayRule.later { return .later }
    if key == RelativeDayRule.earlier { return .earlier }
    let (rest, dayOfMonth) = key.dividedDown(by: 100)
    if dayOfMonth == 0 {
      let (year, month) = rest.dividedDown(by: 100)
      return .month(year: Int(year), month: Int(month))
    }
    guard let day = CivilDay(digits: key) else { return nil }
    switch today.number - day.number {
    case -1: return .tomorrow
    case 0: return .today
    case 1: return .yesterday
    // 1970-01-01 was a Thursday, the fifth day of the week that begins on Sunday.
    default: return .weekday(Int((day.number + 4).dividedDown(by: 7).remainder) + 1)
    }
  }
}
