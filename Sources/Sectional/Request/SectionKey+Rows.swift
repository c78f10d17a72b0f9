public import Foundation

extension SectionKey where Record == StoredRow {
  /// Groups by the exact values of a column.
  public static func column(_ name: String) -> SectionKey { SectionKey(column: .column(name)) }

  /// Groups by the uppercased first character of a column's text; other values stay as they are.
  public static func firstLetter(of name: String) -> SectionKey {
    SectionKey(column: .column(name), derivation: .firstLetter)
  }

  /// Groups by the first Unicode scalars of a column's text in composed form; other values stay as they are.
  public static func prefix(of name: String, length: Int) -> SectionKey {
    SectionKey(column: .column(name), derivation: .prefix(length))
  }

  /// Groups by the day, week, month or year of a column's date in a time zone.
  ///
  /// Text must be in ISO 8601 format; text that is only a date has the day it says, in every time zone. Any other cell that is neither a number nor null is an error, and so is a date
  /// outside the years -999999 to 999999, which is usually a number in a different unit.
  ///
  /// - Parameters:
  ///   - unit: The calendar unit.
  ///   - name: The column's name.
  ///   - number: What numbers count.
  ///   - timeZone: The time zone.
  /// - Returns: The section key.
  public static func calendar(
    _ unit: CalendarUnit, of name: String, as number: DateNumber = .seconds, in timeZone: TimeZone
  ) -> SectionKey {
    SectionKey(
      column: .column(name),
      derivation: .calendar(
        unit, in: timeZone, number: number,
        expecting: (
          "a number of \(number) or \(ISO8601Text.description)",
          DateNumber.advice
        )
      ) { cell, timeZone in
        if case .text = cell {
          return Date(cell: cell, as: .iso8601).flatMap { CivilDay($0, in: timeZone) }
        }
        return number.day(of: cell, in: timeZone)
      })
  }
}
