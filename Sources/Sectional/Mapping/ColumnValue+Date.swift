public import Foundation

extension Date: ColumnValue {
  /// How a store that has no date type stores a moment.
  ///
  /// A list orders and groups by a column as it is stored: texts in one form sort chronologically, but texts in mixed
  /// forms may not. Predicates compare the moments.
  public enum Storage: Sendable, Hashable {
    /// Seconds since 1970, as an integer if there is no fraction; exact to the microsecond.
    case unixSeconds
    /// Whole milliseconds since 1970; rounded.
    case unixMilliseconds
    /// Whole microseconds since 1970; rounded.
    case unixMicroseconds
    /// Seconds since the beginning of 2001, as an integer if there is no fraction: exactly the value of a `Date`, and
    /// the form that Core Data writes.
    case secondsSince2001
    /// Text such as `2026-11-20T13:57:45.000Z`, rounded to milliseconds. Other forms of ISO 8601 can be read too: with a
    /// space instead of the T, another zone or none (which means UTC), without a fraction, seconds, minutes, or a time at
    /// all (which means midnight in UTC).
    case iso8601
    /// Text such as `2026-11-20`: only the date, which is that of the moment in UTC. The same forms can be read as with
    /// ``iso8601``. In sections by day, week, month or year, a text that is only a date has the day it says, in every time
    /// zone; so has a server's column of days, read in any form of text.
    case iso8601Day
    /// Text as SQLite's `CURRENT_TIMESTAMP` and `datetime()` write it, in UTC: `2026-11-20 13:57:45`, and
    /// `2026-11-20 13:57:45.250` if there are milliseconds. The same forms can be read as with ``iso8601``.
    case sqliteText
    /// Text such as `2026-11-20 13:57:45.000`, in UTC and always with milliseconds: the form that GRDB writes. The same
    /// forms can be read as with ``iso8601``.
    case sqliteMillisecondsText
  }

  /// Seconds since 1970.
  public static var defaultStorage: Storage { .unixSeconds }

  /// Describes a moment in the form the column uses.
  public static func cellDescription(as storage: Storage) -> String {
    switch storage {
    case .unixSeconds: "a number of seconds since 1970 (for text, map it as: .iso8601)"
    case .unixMilliseconds: "a number of milliseconds since 1970 (for text, map it as: .iso8601)"
    case .unixMicroseconds: "a number of microseconds since 1970 (for text, map it as: .iso8601)"
    case .secondsSince2001: "a number of seconds since 2001 (for text, map it as: .iso8601)"
    case .iso8601, .iso8601Day, .sqliteText, .sqliteMillisecondsText:
      "\(ISO8601Text.description) (for numbers, map it as: .unixSeconds)"
    }
  }

  /// Creates a date from its number or its text.
  public init?(cell: StoredValue, as storage: Storage) {
    switch storage {
    case .unixSeconds:
      guard let seconds = Double(cell: cell, as: .plain), seconds.isFinite else { return nil }
      self.init(timeIntervalSince1970: seconds)
    case .unixMilliseconds:
      guard let count = Double(cell: cell, as: .plain), count.isFinite else { return nil }
      self.init(timeIntervalSince1970: count / 1000)
    case .unixMicroseconds:
      self.init(microseconds: cell)
    case .secondsSince2001:
      guard let seconds = Double(cell: cell, as: .plain), seconds.isFinite else { return nil }
      self.init(timeIntervalSinceReferenceDate: seconds)
    case .iso8601, .iso8601Day, .sqliteText, .sqliteMillisecondsText:
      guard case .text(let text) = cell, let date = ISO8601Text.date(of: text) else { return nil }
      self = date
    }
  }

  /// Creates a date from microseconds since 1970.
  private init?(microseconds cell: StoredValue) {
    guard case .integer(let count) = cell else {
      guard case .real(let count) = cell, count.isFinite else { return nil }
      self.init(timeIntervalSince1970: count / 1e6)
      return
    }
    self.init(
      secondsSince1970: Double(count) / 1e6, within: count.dividedDown(by: 1_000_000).quotient)
  }

  /// Creates a date in a whole second since 1970.
  ///
  /// In years in which a `Date` can't represent a fraction of a second exactly, the result isn't rounded up to the next
  /// second, which may be in the next year.
  init(secondsSince1970 seconds: Double, within second: Int64) {
    let start = Double(second - CivilDay.secondsTo2001)
    let interval = Date(timeIntervalSince1970: seconds).timeIntervalSinceReferenceDate
    self.init(timeIntervalSinceReferenceDate: min(max(interval, start), (start + 1).nextDown))
  }

  /// Returns the date's number or text.
  public func cell(as storage: Storage) -> StoredValue {
    // A date that is NaN becomes null, because no store can hold it.
    guard !timeIntervalSince1970.isNaN else { return .null }
    switch storage {
    case .unixSeconds: return Date.number((timeIntervalSince1970 * 1e6).rounded() / 1e6)
    case .unixMilliseconds: return Date.number((timeIntervalSince1970 * 1000).rounded())
    case .unixMicroseconds: return Date.number((timeIntervalSince1970 * 1e6).rounded())
    case .secondsSince2001: return Date.number(timeIntervalSinceReferenceDate)
    case .iso8601: return .text(ISO8601Text.text(of: self))
    case .iso8601Day: return .text(ISO8601Text.dayText(of: self))
    case .sqliteText: return .text(ISO8601Text.sqliteText(of: self))
    case .sqliteMillisecondsText: return .text(ISO8601Text.sqliteMillisecondsText(of: self))
    }
  }

  private static func number(_ number: Double) -> StoredValue {
    Int64(exactly: number).map(StoredValue.integer) ?? .real(number)
  }
}

extension Date.Storage {
  /// Whether moments are texts, which are compared by time.
  var isText: Bool {
    switch self {
    case .iso8601, .iso8601Day, .sqliteText, .sqliteMillisecondsText: true
    case .unixSeconds, .unixMilliseconds, .unixMicroseconds, .secondsSince2001: false
    }
  }
}
