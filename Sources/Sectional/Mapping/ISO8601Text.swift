package import Foundation

/// Conversion between dates and ISO 8601 text, always in the Gregorian calendar.
package enum ISO8601Text {
  /// Returns the text of a moment in UTC, exact to the microsecond.
  package static func text(secondsSince1970 seconds: Int64, microsecond fraction: Int64) -> String {
    let (day, time) = seconds.dividedDown(by: 86_400)
    let parts = [time / 3600, time / 60 % 60, time % 60].map { padded($0, to: 2) }
    return
      "\(CivilDay(number: day).text)T\(parts.joined(separator: ":")).\(padded(fraction, to: 6))Z"
  }

  /// Returns the text of a moment in UTC, rounded to the millisecond; years of more than four digits have a sign.
  package static func text(of date: Date) -> String {
    // The range in which a count of milliseconds fits an integer, a hundred times larger than the range of any
    // server's dates.
    let seconds = min(max(date.timeIntervalSince1970, -9.2e15), 9.2e15)
    let (day, millisecond) = Int64((seconds * 1000).rounded()).dividedDown(by: 86_400_000)
    let (second, fraction) = millisecond.dividedDown(by: 1000)
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, to: 2) }
    return
      "\(CivilDay(number: day).text)T\(time.joined(separator: ":")).\(padded(fraction, to: 3))Z"
  }

  /// Returns the text of a moment's day in UTC.
  static func dayText(of date: Date) -> String { String(text(of: date).prefix { $0 != "T" }) }

  /// Returns the text of a moment as SQLite's own functions write it: in UTC, with a space before the time, without a
  /// zone, and with milliseconds only if there are some.
  static func sqliteText(of date: Date) -> String {
    let text = sqliteMillisecondsText(of: date)
    return text.hasSuffix(".000") ? String(text.dropLast(4)) : text
  }

  /// Returns the text of a moment in UTC with a space before the time, without a zone, and with milliseconds.
  static func sqliteMillisecondsText(of date: Date) -> String {
    String(text(of: date).dropLast().replacing("T", with: " "))
  }

  /// A description of the texts that are read, for messages.
  static let description =
    "a date as ISO 8601 text such as 2026-11-20 or 2026-11-20T13:57:45.250Z"

  /// Reads a date with an optional time and zone; without a zone, the text is taken as UTC, and without a time, as
  /// midnight.
  static func date(of text: String) -> Date? {
    var scanner = DigitScanner(text)
    guard let day = scanner.day() else { return nil }
    var (second, fraction) = (day.number * 86_400, 0.0)
    if scanner.skip("T", "t", " ") {
      guard let time = scanner.time() else { return nil }
      second += time.second
      fraction = time.fraction
    }
    guard scanner.isAtEnd else { return nil }
    return Date(secondsSince1970: Double(second) + fraction, within: second)
  }

  /// Returns the day of a text that is only a date, or `nil` if it says anything else.
  static func day(of text: String) -> CivilDay? {
    var scanner = DigitScanner(text)
    let day = scanner.day()
    return scanner.isAtEnd ? day : nil
  }

  /// Returns a number padded with leading zeros.
  package static func padded(_ number: Int64, to digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text
  }
}

/// Reads numbers with a fixed number of digits from a text.
private struct DigitScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  /// Skips one of some characters, if it comes next.
  mutating func skip(_ characters: Unicode.Scalar...) -> Bool {
    guard let first = rest.first, characters.contains(Unicode.Scalar(first)) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(digits: Int) -> Int64? {
    let text = rest.prefix(digits)
    guard text.count == digits, text.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
    rest.removeFirst(digits)
    return text.reduce(0) { $0 * 10 + Int64($1 - 48) }
  }

  mutating func day() -> CivilDay? {
    guard let year = year(), skip("-"), let month = number(digits: 2), skip("-"),
      let day = number(digits: 2)
    else { return nil }
    return CivilDay(year: year, month: month, day: day)
  }

  /// Reads a year: four digits, or a sign followed by four to nine digits.
  mutating func year() -> Int64? {
    let isNegative = skip("-")
    guard isNegative || skip("+") else { return number(digits: 4) }
    let digits = rest.prefix { $0 &- 48 < 10 }.count
    guard (4...9).contains(digits) else { return nil }
    return number(digits: digits).map { isNegative ? -$0 : $0 }
  }

  /// Reads a time of day with its zone, and returns its distance from midnight UTC: whole seconds, and what is beyond them.
  mutating func time() -> (second: Int64, fraction: Double)? {
    guard let hour = number(digits: 2) else { return nil }
    var (seconds, beyond) = (hour * 3600, 0.0)
    if skip(":") {
      guard let minute = number(digits: 2), minute < 60 else { return nil }
      seconds += minute * 60
      if skip(":") {
        guard let second = number(digits: 2), second < 61 else { return nil }
        seconds += second
        if skip(".", ",") {
          guard let fraction = fraction() else { return nil }
          beyond = fraction
        }
      }
    }
    // 24:00 is the midnight at the end of a day.
    guard hour < 24 || (seconds == 86_400 && beyond == 0), let zone = zone() else { return nil }
    return (seconds - zone, beyond)
  }

  private mutating func fraction() -> Double? {
    let digits = rest.prefix { $0 &- 48 < 10 }
    guard !digits.isEmpty else { return nil }
    rest.removeFirst(digits.count)
    return Double("0.\(String(decoding: digits, as: UTF8.self))")
  }

  /// Reads a zone, and returns its distance from UTC in seconds, which is less than a day.
  private mutating func zone() -> Int64? {
    if skip("Z", "z") || isAtEnd { return 0 }
    let sign: Int64
    if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
    guard let hours = number(digits: 2), hours < 24 else { return nil }
    let minutes = skip(":") || !isAtEnd ? number(digits: 2) : 0
    guard let minutes, minutes < 60 else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }
}
