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
    case .iso8601: "a date as ISO 8601 text (for numbers, map it as: .unixSeconds)"
    }
  }

  /// Makes a date of its number or its text.
  public init?(cell: Value, as storage: Storage) {
    switch storage {
    case .unixSeconds:
      guard let seconds = Double(cell: cell, as: .plain), seconds.isFinite else { return nil }
      self.init(timeIntervalSince1970: seconds)
    case .unixMilliseconds:
      guard let milliseconds = Double(cell: cell, as: .plain), milliseconds.isFinite else {
        return nil
      }
      self.init(timeIntervalSince1970: milliseconds / 1000)
    case .iso8601:
      guard case .text(let text) = cell, let date = ISO8601Text.date(of: text) else { return nil }
      self = date
    }
  }

  /// Returns its number or its text.
  public func cell(as storage: Storage) -> Value {
    // What is no date is null, because no store holds it.
    guard !timeIntervalSince1970.isNaN else { return .null }
    switch storage {
    case .unixSeconds: return Date.number((timeIntervalSince1970 * 1e6).rounded() / 1e6)
    case .unixMilliseconds: return Date.number((timeIntervalSince1970 * 1000).rounded())
    case .iso8601: return .text(ISO8601Text.text(of: self))
    }
  }

  private static func number(_ number: Double) -> Value {
    Int64(exactly: number).map(Value.integer) ?? .real(number)
  }
}
