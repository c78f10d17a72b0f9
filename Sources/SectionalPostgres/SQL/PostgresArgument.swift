import Foundation
import Sectional
import SectionalSQL

/// The value of a placeholder, for whichever type the server infers for the placeholder.
struct PostgresArgument: Sendable, Hashable {
  private let value: StoredValue
  /// The date that the value represents, if it represents one, in whichever form it is stored.
  private let moment: Date?

  /// Creates an argument.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - moment: The date that the value represents. If it is `nil` and the server expects a date, a number counts as
  ///     seconds since 1970.
  init(_ value: StoredValue, moment: Date? = nil) {
    self.value = value
    self.moment = moment
  }

  /// Returns the text from which the server parses a value of the given type.
  ///
  /// - Returns: The text, or `nil` for null.
  /// - Throws: `StoreError` with code `invalidQuery` if the server can't store the value.
  func text(for type: PostgresType) throws(StoreError) -> String? {
    if type.isMoment,
      let date = moment ?? number.map(Date.init(timeIntervalSince1970:)) ?? farMoment
    {
      return PostgresArgument.text(of: date)
    }
    switch value {
    case .null: return nil
    case .integer(let integer):
      return type == .boolean && (0...1).contains(integer) ? "\(integer == 1)" : "\(integer)"
    case .real(let real):
      return type == .integer ? Int64(exactly: real).map { "\($0)" } ?? "\(real)" : "\(real)"
    case .text(let text):
      guard !text.utf8.contains(0) else { throw PostgresArgument.unholdable("a zero byte") }
      return text
    case .malformedText: throw PostgresArgument.unholdable("bytes that are not valid UTF-8")
    case .blob(let bytes):
      if type == .uuid, let uuid = UUID(cell: value, as: .blob) { return uuid.uuidString }
      return "\\x" + bytes.hexadecimal
    }
  }

  private var number: Double? {
    switch value {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    default: nil
    }
  }

  /// The date in a text that uses the format of cells, if its year is one that the server writes differently.
  private var farMoment: Date? {
    guard case .text(let text) = value, ["-", "+", "0000"].contains(where: text.hasPrefix) else {
      return nil
    }
    return Date(cell: value, as: .iso8601)
  }

  private static func text(of date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    guard seconds.isFinite else {
      return seconds.isNaN ? "nan" : (seconds < 0 ? "-" : "") + "infinity"
    }
    // The bounds lie beyond the server's range, also for days, so the server still reports such a date as out of range.
    let bounded = min(max(seconds, -1e15), 1e15)
    let whole = bounded.rounded(.down)
    let microseconds = Int64(((bounded - whole) * 1e6).rounded())
    let text = ISO8601Text.text(
      secondsSince1970: Int64(whole) + microseconds / 1_000_000,
      microsecond: microseconds % 1_000_000)
    // The server has no signed years and no year zero: it counts the years before year 1 backwards, as BC.
    guard let end = text.dropFirst().firstIndex(of: "-"), let year = Int64(text[..<end]) else {
      return text
    }
    let digits = ISO8601Text.padded(year > 0 ? year : 1 - year, to: 4)
    return "\(digits)\(text[end...])\(year > 0 ? "" : " BC")"
  }

  private static func unholdable(_ content: String) -> StoreError {
    StoreError(
      .invalidQuery,
      "PostgreSQL can't store text with \(content); write it as bytes to a bytea column")
  }
}
