import Foundation

/// What a number that stands for a date counts: units of time since the beginning of a year, in UTC.
///
/// ```swift
/// .calendar(.day, of: "date", as: .nanoseconds.since2001, in: zone)
/// ```
public struct DateNumber: Sendable, Hashable {
  /// The units that can be counted.
  public enum Unit: String, Sendable, Hashable, CaseIterable {
    /// Seconds.
    case seconds
    /// Thousandths of a second.
    case milliseconds
    /// Millionths of a second.
    case microseconds
    /// Ten-millionths of a second, as in Windows' `FILETIME`.
    case hundredNanoseconds
    /// Billionths of a second.
    case nanoseconds
  }

  /// The years that counts can start from.
  public enum Epoch: Int, Sendable, Hashable, CaseIterable {
    /// The start of 1601, as on Windows and in Chromium's databases.
    case year1601 = 1601
    /// The start of 1970, as in Unix time.
    case year1970 = 1970
    /// The start of 2001, as on Apple's systems.
    case year2001 = 2001
  }

  /// The unit that is counted.
  public let unit: Unit
  /// The year that the count starts from.
  public let epoch: Epoch

  /// Creates a count of units since the beginning of a year.
  public init(_ unit: Unit, since epoch: Epoch = .year1970) {
    self.unit = unit
    self.epoch = epoch
  }

  /// Seconds since 1970.
  public static let seconds = DateNumber(.seconds)
  /// Milliseconds since 1970.
  public static let milliseconds = DateNumber(.milliseconds)
  /// Microseconds since 1970.
  public static let microseconds = DateNumber(.microseconds)
  /// Nanoseconds since 1970.
  public static let nanoseconds = DateNumber(.nanoseconds)
  /// Microseconds since 1601, as in Chromium's databases.
  public static let chromium = DateNumber(.microseconds, since: .year1601)
  /// Windows' `FILETIME`: ten-millionths of a second since 1601.
  public static let fileTime = DateNumber(.hundredNanoseconds, since: .year1601)

  /// The same unit, counted since 2001.
  public var since2001: DateNumber { DateNumber(unit, since: .year2001) }
}

extension DateNumber: CustomStringConvertible {
  /// A description such as `milliseconds since 1970`.
  public var description: String { "\(unit.rawValue) since \(epoch.rawValue)" }

  /// The command line's name for it, such as `ms` or `ms since 2001`.
  package var shortName: String {
    epoch == .year1970 ? unit.symbol : "\(unit.symbol) since \(epoch.rawValue)"
  }

  /// What to do if a number of a column isn't a likely date.
  package static let advice =
    "if numbers count something else, specify the unit: \(Unit.allCases.map(\.symbol).alternatives), since "
    + Epoch.allCases.map { String($0.rawValue) }.alternatives
}

extension DateNumber.Unit {
  /// The unit's symbol.
  package var symbol: String {
    switch self {
    case .seconds: "s"
    case .milliseconds: "ms"
    case .microseconds: "us"
    case .hundredNanoseconds: "100ns"
    case .nanoseconds: "ns"
    }
  }

  /// How many of the unit are in a second.
  package var countInSecond: Int64 {
    switch self {
    case .seconds: 1
    case .milliseconds: 1000
    case .microseconds: 1_000_000
    case .hundredNanoseconds: 10_000_000
    case .nanoseconds: 1_000_000_000
    }
  }
}

extension DateNumber.Epoch {
  /// The seconds from 1970 until the epoch.
  package var secondsSince1970: Int64 {
    switch self {
    // 369 years, 89 of which have a leap day.
    case .year1601: -(369 * 365 + 89) * 86_400
    case .year1970: 0
    case .year2001: CivilDay.secondsTo2001
    }
  }
}

extension DateNumber {
  /// Returns the day that a number falls on in a time zone, or `nil` if the cell isn't a number or the day is too far
  /// away.
  func day(of cell: StoredValue, in timeZone: TimeZone) -> CivilDay? {
    secondSince1970(cell).flatMap { CivilDay(secondsSince1970: $0, in: timeZone) }
  }

  /// Returns the second since 1970 that a number falls in, or `nil` if the cell isn't a number or the result doesn't
  /// fit an integer.
  ///
  /// Nothing is rounded up: a nanosecond before midnight belongs to the day before.
  private func secondSince1970(_ cell: StoredValue) -> Int64? {
    guard let second = DateNumber.quotient(cell, unit.countInSecond) else { return nil }
    let (sum, overflow) = second.addingReportingOverflow(epoch.secondsSince1970)
    return overflow ? nil : sum
  }

  private static func quotient(_ cell: StoredValue, _ divisor: Int64) -> Int64? {
    switch cell {
    case .integer(let count): return count.dividedDown(by: divisor).quotient
    case .real(let count):
      // The remainder is exact, and the rest is so close to a whole number of seconds that rounding gives exactly
      // that number.
      let remainder = count.truncatingRemainder(dividingBy: Double(divisor))
      let seconds = ((count - remainder) / Double(divisor)).rounded()
      return Int64(exactly: remainder < 0 ? seconds - 1 : seconds)
    default: return nil
    }
  }
}
