import Foundation
import Sectional

/// A column to group by, or an expression of one: `prefix(name,2)`, `first-letter(name)`, `day(sent,ms,Europe/Berlin)`.
struct SectionArgument {
  /// The argument as it was typed.
  let text: String
  /// The column whose values decide the sections.
  let column: String
  /// The part of a calendar that makes the sections, if one does.
  let calendar: Calendar?
  let key: SectionKey<StoredRow>

  /// Sections by dates.
  struct Calendar {
    /// What is written before the column.
    let form: String
    /// What numbers count.
    let number: DateNumber
  }

  /// The form of sections by days seen from today.
  static let relative = "relative"

  /// The forms, as shown in the usage text.
  static let forms =
    "prefix(COLUMN,N), first-letter(COLUMN), index(COLUMN,LOCALE[,LOCALE]), buckets(COLUMN,BOUND,…), "
    + "day|week|month|year|relative(COLUMN[,UNIT][,ZONE])"

  init(_ text: String) throws {
    self.text = text
    guard let (form, parts) = SectionArgument.call(in: text) else {
      (column, calendar, key) = (text, nil, .column(text))
      return
    }
    column = parts[0]
    let unit = CalendarUnit(rawValue: form)
    let dates =
      form == Self.relative || unit != nil
      ? try CalendarArgument(parts.dropFirst(), of: text) : nil
    calendar = dates.map { Calendar(form: form, number: $0.number) }
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
    case (Self.relative, _) where parts[0].isEmpty:
      throw UsageError("relative needs a column: --section \"relative(sent,Europe/Stockholm)\"")
    case ("buckets", _):
      key = .buckets(of: parts[0], in: try SectionArgument.bounds(parts.dropFirst()))
    default:
      guard let dates else { throw SectionArgument.unknown(text) }
      key =
        unit.map { .calendar($0, of: parts[0], as: dates.number, in: dates.timeZone) }
        ?? .relativeDay(
          of: parts[0], as: dates.number, clock: SystemWallClock(timeZone: dates.timeZone))
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
    ["prefix", "first-letter", "index", relative, "buckets"]
    + CalendarUnit.allCases.map(\.rawValue)

  private static func unknown(_ text: String) -> UsageError {
    UsageError("--section can't be \(text); use a column, or \(forms)")
  }
}
