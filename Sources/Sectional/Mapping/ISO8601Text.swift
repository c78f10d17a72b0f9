import Foundation

/// Dates as text of ISO 8601.
enum ISO8601Text {
  /// Returns the text of a moment, in UTC and in milliseconds.
  static func text(of date: Date) -> String { date.formatted(style) }

  /// Reads a date, a time and a zone; without a zone UTC is meant, without a time midnight.
  static func date(of text: String) -> Date? {
    var scanner = DigitScanner(text)
    guard let year = scanner.number(digits: 4), scanner.skip("-"),
      let month = scanner.number(digits: 2), scanner.skip("-"),
      let day = scanner.number(digits: 2)
    else { return nil }
    var seconds = 0.0
    if scanner.skip("T") || scanner.skip(" ") {
      guard let time = scanner.time() else { return nil }
      seconds = time
    }
    guard scanner.isAtEnd, let midnight = midnight(year, month, day) else { return nil }
    return midnight.addingTimeInterval(seconds)
  }

  private static func midnight(_ year: Int, _ month: Int, _ day: Int) -> Date? {
    let components = DateComponents(year: year, month: month, day: day)
    guard let date = calendar.date(from: components),
      calendar.dateComponents([.year, .month, .day], from: date) == components
    else { return nil }
    return date
  }

  private static let style = Date.ISO8601FormatStyle(
    includingFractionalSeconds: true, timeZone: .gmt)

  // ISO 8601 counts by Gregory's rules also before his time.
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    return calendar
  }()
}

/// Reads numbers of so many digits from a text.
private struct DigitScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let first = rest.first, first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(digits: Int) -> Int? {
    let text = rest.prefix(digits)
    guard text.count == digits, text.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
    rest.removeFirst(digits)
    return text.reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  /// Reads a time of day with its zone; returns the seconds it is away from midnight in UTC.
  mutating func time() -> Double? {
    guard let hour = number(digits: 2), skip(":"), let minute = number(digits: 2), hour < 24,
      minute < 60
    else { return nil }
    var seconds = Double(hour * 3600 + minute * 60)
    if skip(":") {
      guard let second = number(digits: 2), second < 61 else { return nil }
      seconds += Double(second)
      if skip(".") {
        guard let fraction = fraction() else { return nil }
        seconds += fraction
      }
    }
    guard let zone = zone() else { return nil }
    return seconds - zone
  }

  private mutating func fraction() -> Double? {
    let digits = rest.prefix { $0 &- 48 < 10 }
    rest.removeFirst(digits.count)
    return Double("0.\(String(decoding: digits, as: UTF8.self))")
  }

  private mutating func zone() -> Double? {
    if skip("Z") || isAtEnd { return 0 }
    let sign: Double
    if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
    guard let hours = number(digits: 2) else { return nil }
    _ = skip(":")
    let minutes = isAtEnd ? 0 : number(digits: 2)
    return minutes.map { sign * Double(hours * 3600 + $0 * 60) }
  }
}
