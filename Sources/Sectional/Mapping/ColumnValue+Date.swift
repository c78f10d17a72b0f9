public import Foundation

extension Date: ColumnValue {
  /// How a store without the type holds a moment.
  ///
  /// A list orders and groups by a column as it is held: texts of one form are in the order of time, texts of mixed
  /// forms may not be. Predicates compare the moments.
  public enum Storage: Sendable, Hashable {
    /// As seconds since 1970, an integer where there is no fraction; exact to the microsecond.
    case unixSeconds
    /// As whole milliseconds since 1970; rounded.
    case unixMilliseconds
    /// As whole microseconds since 1970; rounded.
    case unixMicroseconds
    /// As seconds since the beginning of 2001, an integer where there is no fraction: exactly what a `Date` holds, and Core
    /// Data writes.
    case secondsSince2001
    /// As text such as `2026-11-20T13:57:45.000Z`, rounded to milliseconds; read in any of the forms of ISO 8601 that SQLite
    /// writes too: with a space for the T, without a fraction, a zone (then UTC) or a time (then midnight).
    case iso8601
  }

  /// Seconds since 1970.
  public static var defaultStorage: Storage { .unixSeconds }

  /// A moment in the form the column says.
  public static func cellDescription(as storage: Storage) -> String {
    switch storage {
    case .unixSeconds: "a number of seconds since 1970 (for text, map it as: .iso8601)"
    case .unixMilliseconds: "a number of milliseconds since 1970 (for text, map it as: .iso8601)"
    case .unixMicroseconds: "a number of microseconds since 1970 (for text, map it as: .iso8601)"
    case .secondsSince2001: "a number of seconds since 2001 (for text, map it as: .iso8601)"
    case .iso8601: "a date as ISO 8601 text (for numbers, map it as: .unixSeconds)"
    }
  }

  /// Makes a date of its number or its text.
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
    case .iso8601:
      guard case .text(let text) = cell, let date = ISO8601Text.date(of: text) else { return nil }
      self = date
    }
  }

  /// Makes a date of microseconds since 1970; in years in which a date doesn't count them it is not rounded up to the
  /// next second, which may be in the next year.
  private init?(microseconds cell: StoredValue) {
    guard case .integer(let count) = cell else {
      guard case .real(let count) = cell, count.isFinite else { return nil }
      self.init(timeIntervalSince1970: count / 1e6)
      return
    }
    let second = count.dividedDown(by: 1_000_000).quotient - CivilDay.secondsTo2001
    let date = Date(timeIntervalSince1970: Double(count) / 1e6)
    let latest = Double(second + 1).nextDown
    self.init(
      timeIntervalSinceReferenceDate: min(
        max(date.timeIntervalSinceReferenceDate, Double(second)), latest))
  }

  /// Returns its number or its text.
  public func cell(as storage: Storage) -> StoredValue {
    // What is no date is null, because no store holds it.
    guard !timeIntervalSince1970.isNaN else { return .null }
    switch storage {
    case .unixSeconds: return Date.number((timeIntervalSince1970 * 1e6).rounded() / 1e6)
    case .unixMilliseconds: return Date.number((timeIntervalSince1970 * 1000).rounded())
    case .unixMicroseconds: return Date.number((timeIntervalSince1970 * 1e6).rounded())
    case .secondsSince2001: return Date.number(timeIntervalSinceReferenceDate)
    case .iso8601: return .text(ISO8601Text.text(of: self))
    }
  }

  private static func number(_ number: Double) -> StoredValue {
    Int64(exactly: number).map(StoredValue.integer) ?? .real(number)
  }
}
