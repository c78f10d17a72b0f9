public import Foundation

extension SectionKey where Record == StoredRow {
  /// Groups by the exact values of a column.
  public static func column(_ name: String) -> SectionKey { SectionKey(column: .column(name)) }

  /// Groups by the capitalised first character of a column's text; other values stay as they are.
  public static func firstLetter(of name: String) -> SectionKey {
    SectionKey(column: .column(name), derivation: .firstLetter)
  }

  /// Groups by the first Unicode scalars of a column's text; other values stay as they are.
  public static func prefix(of name: String, length: Int) -> SectionKey {
    SectionKey(column: .column(name), derivation: .prefix(length))
  }

  /// Groups by the day, week, month or year a column's date has in a time zone.
  ///
  /// A text is ISO 8601. Anything else but null is an error, and so is a date outside of the years -999999 to 999999,
  /// which mostly is a number in another unit.
  ///
  /// - Parameters:
  ///   - unit: Which of them.
  ///   - name: The column.
  ///   - number: What numbers count.
  ///   - timeZone: The time zone.
  /// - Returns: Sections by these.
  public static func calendar(
    _ unit: CalendarUnit, of name: String, as number: DateNumber = .seconds, in timeZone: TimeZone
  ) -> SectionKey {
    SectionKey(
      column: .column(name),
      derivation: .calendar(
        unit, in: timeZone, number: number,
        expecting: (
          "a number of \(number) or a date as ISO 8601 text",
          "if numbers count something else, say what: s, ms, us or ns, since 1970 or 2001"
        )
      ) { cell, timeZone in
        if case .text = cell {
          return Date(cell: cell, as: .iso8601).flatMap { CivilDay($0, in: timeZone) }
        }
        return number.day(of: cell, in: timeZone)
      })
  }
}
