import Foundation

/// A day of the proleptic Gregorian calendar, which ISO 8601 uses: the same rules apply at all times, even before
/// 1582.
///
/// `Calendar` switches to the Julian calendar for earlier dates, and is many times slower.
struct CivilDay {
  let year: Int64
  let month: Int64
  let day: Int64
  /// Days since 1970-01-01.
  let number: Int64

  /// The years that sections can be made of, which have at most six digits.
  ///
  /// Foundation's `Calendar` gives the same day for every moment before the year -4712 and after the year 506713, and
  /// time zones lose their rules beyond six million years.
  static let years: ClosedRange<Int64> = -999_999...999_999

  /// The seconds from 1970 to 2001, the reference date of `Date`.
  static let secondsTo2001: Int64 = 978_307_200

  /// Creates the day that contains a moment in a time zone, or returns `nil` if its year is outside ``years``.
  init?(_ date: Date, in timeZone: TimeZone) {
    // Starts from the value the date itself stores: adding a fraction could round it up to the next day.
    let seconds = date.timeIntervalSinceReferenceDate.rounded(.down)
    guard abs(seconds) < 1e14 else { return nil }
    self.init(secondsSince1970: Int64(seconds) + CivilDay.secondsTo2001, in: timeZone)
  }

  /// Creates the day of a cell: the day that a text says if it is only a date, and the day of a moment in a time zone
  /// otherwise.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - timeZone: The time zone.
  ///   - momentDay: Returns the day of a cell that holds a moment, or `nil` if there is none in ``years``.
  init?(
    of cell: StoredValue, in timeZone: TimeZone,
    moment momentDay: (StoredValue, TimeZone) -> CivilDay?
  ) {
    guard case .text(let text) = cell, let day = ISO8601Text.day(of: text) else {
      guard let day = momentDay(cell, timeZone) else { return nil }
      self = day
      return
    }
    guard CivilDay.years.contains(day.year) else { return nil }
    self = day
  }

  /// Creates the day with a number, counting years from March, so that a leap day is the last day of its year, and in
  /// eras of 400 years, which all have the same length.
  init(number: Int64) {
    self.number = number
    let (era, dayOfEra) = (number + 719_468).dividedDown(by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  /// Creates a day from its year, month and day, or returns `nil` if no such day exists.
  init?(year: Int64, month: Int64, day: Int64) {
    guard (1...12).contains(month), abs(year) < 1_000_000_000 else { return nil }
    let (era, yearOfEra) = (year - (month <= 2 ? 1 : 0)).dividedDown(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.init(number: era * 146_097 + dayOfEra - 719_468)
    guard self.month == month, self.day == day else { return nil }
  }

  /// Creates the day whose year, month and day are the digits of a number such as 20261120, or returns `nil` if no such day exists.
  init?(digits: Int64) {
    let (rest, day) = digits.dividedDown(by: 100)
    let (year, month) = rest.dividedDown(by: 100)
    self.init(year: year, month: month, day: day)
  }

  /// The day as text, such as 2026-11-20.
  var text: String {
    "\(CivilDay.digits(of: year))-\(ISO8601Text.padded(month, to: 2))-"
      + ISO8601Text.padded(day, to: 2)
  }

  /// Returns the digits of a year: four digits, or a sign and at least four digits if the year is negative or after
  /// 9999.
  static func digits(of year: Int64) -> String {
    let digits = ISO8601Text.padded(Int64(clamping: year.magnitude), to: 4)
    if year < 0 { return "-" + digits }
    return year > 9999 ? "+" + digits : digits
  }

  /// The ISO 8601 week, which belongs to the year that contains its Thursday.
  var week: (year: Int64, number: Int64) {
    // 1970-01-01 was a Thursday.
    let weekday = (number + 3).dividedDown(by: 7).remainder
    let thursday = CivilDay(number: number - weekday + 3)
    return (thursday.year, thursday.dayOfYear / 7 + 1)
  }

  /// The number of days since January 1.
  private var dayOfYear: Int64 {
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let daysBefore: [Int64] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
    return daysBefore[Int(month) - 1] + day - 1 + (isLeapYear && month > 2 ? 1 : 0)
  }
}

extension Int64 {
  /// Divides, rounding down so that the remainder is never negative.
  func dividedDown(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
