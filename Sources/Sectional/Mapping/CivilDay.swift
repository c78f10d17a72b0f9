import Foundation

/// A day of the Gregorian calendar as ISO 8601 has it: by the same rules at all times, also before 1582.
///
/// `Calendar` changes to the Julian calendar there, and is many times slower.
struct CivilDay {
  let year: Int64
  let month: Int64
  let day: Int64
  /// Days since 1970-01-01.
  let number: Int64

  /// The years that sections are made of, which have six digits at most.
  ///
  /// Foundation's `Calendar` gives the same day for every moment before the year -4712 and after the year 506713; time zones
  /// are without their rules beyond six million years.
  static let years: ClosedRange<Int64> = -999_999...999_999

  /// The seconds from 1970 to 2001, from where dates count here.
  static let secondsTo2001: Int64 = 978_307_200

  /// The day that a second since 1970 is on in a time zone; nothing outside of the years.
  init?(secondsSince1970 seconds: Int64, in timeZone: TimeZone) {
    // Before anything is added that could overflow, or asked that nobody knows.
    guard (-40_000_000_000_000...40_000_000_000_000).contains(seconds) else { return nil }
    let offset = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    self.init(number: (seconds + Int64(offset)).dividedDown(by: 86_400).quotient)
    guard CivilDay.years.contains(year) else { return nil }
  }

  /// The day a moment is on in a time zone; nothing outside of the years.
  init?(_ date: Date, in timeZone: TimeZone) {
    // As the date itself holds it: to add a fraction could round it up to the next day.
    let seconds = date.timeIntervalSinceReferenceDate.rounded(.down)
    guard abs(seconds) < 1e14 else { return nil }
    self.init(secondsSince1970: Int64(seconds) + CivilDay.secondsTo2001, in: timeZone)
  }

  /// Counts in years that begin in March, so that a leap day is the last of its year, and in eras of 400 years, which
  /// are all of one length.
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

  /// The day of some year, month and day; nothing where the month has no such day.
  init?(year: Int64, month: Int64, day: Int64) {
    guard (1...12).contains(month), abs(year) < 1_000_000_000 else { return nil }
    let (era, yearOfEra) = (year - (month <= 2 ? 1 : 0)).dividedDown(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.init(number: era * 146_097 + dayOfEra - 719_468)
    guard self.month == month, self.day == day else { return nil }
  }

  /// The day as text, such as 2026-11-20.
  var text: String {
    "\(CivilDay.digits(of: year))-\(ISO8601Text.padded(month, to: 2))-"
      + ISO8601Text.padded(day, to: 2)
  }

  /// Returns the digits of a year: four, or more of them behind a sign.
  static func digits(of year: Int64) -> String {
    let digits = ISO8601Text.padded(Int64(clamping: year.magnitude), to: 4)
    if year < 0 { return "-" + digits }
    return year > 9999 ? "+" + digits : digits
  }

  /// The week, which belongs to the year its Thursday is in.
  var week: (year: Int64, number: Int64) {
    // 1970-01-01 was a Thursday.
    let weekday = (number + 3).dividedDown(by: 7).remainder
    let thursday = CivilDay(number: number - weekday + 3)
    return (thursday.year, thursday.dayOfYear / 7 + 1)
  }

  /// Days since the first of January.
  private var dayOfYear: Int64 {
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let daysBefore: [Int64] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
    return daysBefore[Int(month) - 1] + day - 1 + (isLeapYear && month > 2 ? 1 : 0)
  }
}

extension Int64 {
  /// Divides so that the remainder is never negative.
  func dividedDown(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
