/// What a day is on another day: today, yesterday, a weekday of the last week, a month or earlier.
public enum RelativeDay: Sendable, Hashable {
  /// Any day after tomorrow.
  case later
  /// The day after today.
  case tomorrow
  /// The current day.
  case today
  /// The day before today.
  case yesterday
  /// One of the days before yesterday; 1 is Sunday and 7 is Saturday, as in Foundation's `Calendar`.
  case weekday(Int)
  /// Any earlier day of a month of the Gregorian calendar.
  case month(year: Int, month: Int)
  /// Any earlier day.
  case earlier

  /// The English name, such as Today, Monday or October 2026.
  public var englishName: String {
    switch self {
    case .later: "Later"
    case .tomorrow: "Tomorrow"
    case .today: "Today"
    case .yesterday: "Yesterday"
    case .weekday(let number):
      RelativeDay.weekdays.indices.contains(number - 1) ? RelativeDay.weekdays[number - 1] : ""
    case .month(let year, let month) where RelativeDay.months.indices.contains(month - 1):
      "\(RelativeDay.months[month - 1]) \(CivilDay.digits(of: Int64(year)))"
    case .month(let year, _): CivilDay.digits(of: Int64(year))
    case .earlier: "Earlier"
    }
  }

  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

/// How days before those that have a weekday as their name are grouped.
public enum EarlierDays: String, Sendable, Hashable, CaseIterable {
  /// By month.
  case months
  /// In a single section.
  case together
}
