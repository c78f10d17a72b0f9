import Foundation
import Sectional

/// What follows the column in `day(sent,ms since 2001,Europe/Berlin)`, in any order: the unit and epoch of numbers, and
/// the time zone.
struct CalendarArgument {
  /// Seconds since 1970 unless the argument says otherwise.
  let number: DateNumber
  /// UTC unless the argument names another time zone.
  let timeZone: TimeZone

  init(_ words: some Sequence<String>, of section: String) throws {
    var numbers: [DateNumber] = []
    var zones: [TimeZone] = []
    for word in words {
      if let number = try CalendarArgument.number(word) {
        numbers.append(number)
      } else if !word.isEmpty, let zone = TimeZone(identifier: word) {
        zones.append(zone)
      } else {
        throw UsageError(
          "unknown time zone or unit \(word) in --section \(section); use a zone like "
            + "Europe/Berlin, or a unit of numbers: \(units)")
      }
    }
    guard numbers.count < 2, zones.count < 2 else {
      throw UsageError("--section \(section) takes one unit and one time zone")
    }
    number = numbers.first ?? .seconds
    timeZone = zones.first ?? .gmt
  }

  /// Reads `ms`, `ms since 2001` or `since 2001`; returns `nil` for text in none of these forms.
  private static func number(_ text: String) throws -> DateNumber? {
    var words = text.lowercased().split(separator: " ").map(String.init)
    var epoch = DateNumber.Epoch.year1970
    if let since = words.firstIndex(of: "since") {
      guard since + 2 == words.count, let named = DateNumber.Epoch(word: words[since + 1]) else {
        throw UsageError("unknown epoch in \(text); numbers can count \(epochs)")
      }
      epoch = named
      words.removeSubrange(since...)
      if words.isEmpty { return DateNumber(.seconds, since: epoch) }
      guard words.count == 1, DateNumber.Unit(word: words[0]) != nil else {
        throw UsageError("\(text) names no unit; use \(units)")
      }
    }
    guard words.count == 1 else { return nil }
    return DateNumber.Unit(word: words[0]).map { DateNumber($0, since: epoch) }
  }
}

/// The units, for an error message.
private var units: String { DateNumber.Unit.allCases.map(\.symbol).joined(separator: ", ") }

/// The epochs, for an error message.
private var epochs: String {
  DateNumber.Epoch.allCases.map { "since \($0.rawValue)" }.alternatives
}

extension DateNumber.Epoch {
  fileprivate init?(word: String) {
    guard let year = Int(word) else { return nil }
    self.init(rawValue: year)
  }
}

extension DateNumber.Unit {
  /// Creates a unit from its symbol or its name.
  fileprivate init?(word: String) {
    // Both the Greek letter mu and the micro sign that keyboards have.
    let word = ["µs", "\u{3BC}s"].contains(word) ? "us" : word
    let unit = Self.allCases.first { $0.symbol == word || $0.rawValue == word }
    guard let unit else { return nil }
    self = unit
  }
}
