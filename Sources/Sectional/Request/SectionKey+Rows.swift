public import Foundation

extension SectionKey where Record == Row {
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

  /// Groups by the day, week, month or year a column's date has in a time zone; a number is seconds since 1970, a text
  /// is ISO 8601, and anything else but null is an error.
  public static func calendar(
    _ unit: CalendarUnit, of name: String, in timeZone: TimeZone
  ) -> SectionKey {
    SectionKey(
      column: .column(name),
      derivation: .calendar(unit, in: timeZone) { cell in
        Date(cell: cell, as: .unixSeconds) ?? Date(cell: cell, as: .iso8601)
      })
  }
}
