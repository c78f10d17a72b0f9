import Foundation
import Sectional

/// A column to group by, or an expression of one: `prefix(name,2)`, `first-letter(name)`, `day(sent,ms,Europe/Berlin)`.
struct SectionArgument {
  /// The argument as it was typed.
  let text: String
  /// The column whose values decide the sections.
  let column: String
  /// The part of a calendar that makes the sections, if one does.
  let calendarUnit: CalendarUnit?
  let key: SectionKey<StoredRow>

  /// The forms, as shown in the usage text.
  static let forms =
    "prefix(COLUMN,N), first-letter(COLUMN), index(COLUMN,LOCALE[,LOCALE]), buckets(COLUMN,BOUND,…), "
    + "day|week|month|year|relative(COLUMN[,UNIT][,ZONE])"

  init(_ text: String) throws {
    self.text = text
    guard let (form, parts) = SectionArgument.call(in: text) else {
      (column, calendarUnit, key) = (text, nil, .column(text))
      return
    }
    (column, calendarUnit) = (parts[0], CalendarUnit(rawValue: form))
    switch (form, parts.count) {
    case ("first-letter", 1): key = .firstLetter(of: parts[0])
    case ("prefix", 2):
      guard let length = Int(parts[1]), length > 0 else {
        throw UsageError("a prefix has a length of at least 1: --section \"prefix(name,2)\"")
      }
      key = .prefix(of: parts[0], length: length)
    case ("index", 2...):
      key = try LocaleArgument(parts.dropFirst().joined(separator: ",")).sections(of: parts[0])
    case ("index", _): throw UsageError("an index has a locale: --section \"index(name,sv)\"")
    case ("relative", _) where parts[0].isEmpty:
      throw UsageError("relative needs a column: --section \"relative(sent,Europe/Stockholm)\"")
    case ("relative", _):
      let calendar = try CalendarArgument(parts.dropFirst(), of: text)
      key = .relativeDay(
        of: parts[0], as: calendar.number, clock: SystemWallClock(timeZone: calendar.timeZone))
    case ("buckets", _):
      key = .buckets(of: parts[0], in: try SectionArgument.bounds(parts.dropFirst()))
    default:
      guard let unit = CalendarUnit(rawValue: form) else { throw SectionArgument.unknown(text) }
      let calendar = try CalendarArgument(parts.dropFirst(), of: text)
      key = .calendar(unit, of: parts[0], as: calendar.number, in: calendar.timeZone)
    }
  }

  private static func bounds(_ words: ArraySlice<String>) throws -> BucketBounds {
    let example = "--section \"buckets(size,0,10,100)\""
    let numbers = words.compactMap { word in
      Int64(word).map(StoredValue.integer) ?? Double(word).map(StoredValue.real)
    }
    guard !words.isEmpty, numbers.count == words.count else {
      throw UsageError("buckets need numbers: \(example)")
    }
    let bounds = BucketBounds(numbers)
    if let problem = bounds.problem { throw UsageError("\(problem): \(example)") }
    return bounds
  }

  /// Splits an expression into its name and its comma-separated parts; returns `nil` for a plain column name.
  private static func call(in text: String) -> (form: String, parts: [String])? {
    let parts = text.parts(at: "(", maxSplits: 1)
    guard parts.count == 2, text.unicodeScalars.last == ")", names.contains(parts[0]) else {
      return nil
    }
    return (parts[0], String(parts[1].unicodeScalars.dropLast()).listed)
  }

  private static let names =
    ["prefix", "first-letter", "index", "relative", "buckets"]
    + CalendarUnit.allCases.map(\.rawValue)

  private static func unknown(_ text: String) -> UsageError {
    UsageError("--section can't be \(text); use a column, or \(forms)")
  }
}
