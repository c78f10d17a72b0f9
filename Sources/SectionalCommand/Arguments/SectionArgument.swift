import Foundation
import Sectional

/// A column to group by, or something made of one: `prefix(name,2)`, `first-letter(name)`, `day(sent,Europe/Berlin)`.
struct SectionArgument {
  /// The argument as it was given.
  let text: String
  let key: SectionKey<Row>

  /// The forms, as the usage shows them.
  static let forms = "prefix(COLUMN,N), first-letter(COLUMN), day|week|month|year(COLUMN[,ZONE])"

  init(_ text: String) throws {
    self.text = text
    guard let (form, parts) = SectionArgument.call(in: text) else {
      key = .column(text)
      return
    }
    switch (form, parts.count) {
    case ("first-letter", 1): key = .firstLetter(of: parts[0])
    case ("prefix", 2):
      guard let length = Int(parts[1]), length > 0 else {
        throw UsageError("a prefix has a length of at least 1: --section \"prefix(name,2)\"")
      }
      key = .prefix(of: parts[0], length: length)
    case (_, 1...2):
      guard let unit = CalendarUnit(rawValue: form) else { throw SectionArgument.unknown(text) }
      key = .calendar(unit, of: parts[0], in: try SectionArgument.timeZone(parts.dropFirst().first))
    default: throw SectionArgument.unknown(text)
    }
  }

  /// Splits a form from what stands in its parentheses; nothing for the name of a column.
  private static func call(in text: String) -> (form: String, parts: [String])? {
    guard text.hasSuffix(")"), let parenthesis = text.firstIndex(of: "(") else { return nil }
    let form = String(text[..<parenthesis])
    guard names.contains(form) else { return nil }
    let inside = text[text.index(after: parenthesis)...].dropLast()
    return (
      form,
      inside.split(separator: ",", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    )
  }

  private static let names = ["prefix", "first-letter"] + CalendarUnit.allCases.map(\.rawValue)

  private static func timeZone(_ name: String?) throws -> TimeZone {
    guard let name else { return .gmt }
    guard let zone = TimeZone(identifier: name) else {
      throw UsageError("there is no time zone \(name); say one like Europe/Berlin, or UTC")
    }
    return zone
  }

  private static func unknown(_ text: String) -> UsageError {
    UsageError("--section can't be \(text); say a column, or \(forms)")
  }
}
