public import Foundation

extension SectionKey where Record: StoredRecord {
  /// Groups by the exact values of a property.
  public init<Cell: ColumnValue>(_ keyPath: KeyPath<Record, Cell>) {
    column = ColumnReference(keyPath)
  }

  init(_ keyPath: PartialKeyPath<Record>) { column = ColumnReference(keyPath) }

  /// Groups by the capitalised first character of a text; an empty text and nil have sections of their own.
  public static func firstLetter(of keyPath: KeyPath<Record, some TextValue>) -> SectionKey {
    SectionKey(column: ColumnReference(keyPath), derivation: .firstLetter)
  }

  /// Groups by the first Unicode scalars of a text.
  public static func prefix(
    of keyPath: KeyPath<Record, some TextValue>, length: Int
  ) -> SectionKey {
    SectionKey(column: ColumnReference(keyPath), derivation: .prefix(length))
  }

  /// Groups by the day, week, month or year a date has in a time zone, by the Gregorian calendar; nil has a section of
  /// its own.
  ///
  /// Sections are in the order of the calendar, also where a zone's calendar once ran backwards. The key of a section
  /// is an integer such as 20261120, 202647, 202611 or 2026, its name a text such as 2026-11-20, 2026-W47, 2026-11 or
  /// 2026.
  ///
  /// A date outside of the years -999999 to 999999 is an error that names the record. Mostly the column holds numbers in
  /// another unit than it is mapped as.
  public static func calendar(
    _ unit: CalendarUnit, of keyPath: KeyPath<Record, some DateValue>, in timeZone: TimeZone
  ) -> SectionKey {
    let column = Record.table.column(at: keyPath)
    return SectionKey(
      column: ColumnReference(keyPath),
      derivation: .calendar(
        unit, in: timeZone,
        expecting: (
          "a date",
          "if numbers count something else, map it as: .unixMilliseconds, .unixMicroseconds or "
            + ".secondsSince2001"
        )
      ) { cell, timeZone in
        (column?.rule.decoded(cell) as? Date).flatMap { CivilDay($0, in: timeZone) }
      })
  }

  /// Groups by the day, week, month or year that numbers stand for in a time zone, by the Gregorian calendar; nil has a
  /// section of its own.
  ///
  /// Numbers are taken exactly: a nanosecond before midnight is on the day before. One outside of the years -999999 to
  /// 999999 is an error that names the record.
  ///
  /// - Parameters:
  ///   - unit: Which of them.
  ///   - keyPath: The property with the numbers.
  ///   - number: What they count.
  ///   - timeZone: The time zone.
  /// - Returns: Sections by these.
  public static func calendar(
    _ unit: CalendarUnit, of keyPath: KeyPath<Record, some NumberValue>, as number: DateNumber,
    in timeZone: TimeZone
  ) -> SectionKey {
    SectionKey(
      column: ColumnReference(keyPath),
      derivation: .calendar(
        unit, in: timeZone, number: number,
        expecting: ("a number of \(number)", "if numbers count something else, say as: what")
      ) { cell, timeZone in number.day(of: cell, in: timeZone) })
  }

  /// Groups by what a function makes of a record.
  ///
  /// - Parameters:
  ///   - identifier: Names what the function computes; another function needs another name.
  ///   - value: Returns the same value for equal records, always.
  /// - Returns: Sections by these values.
  public static func computed<Cell: ColumnValue>(
    _ identifier: String, _ value: @escaping @Sendable (Record) -> Cell
  ) -> SectionKey {
    let table = Record.table
    return SectionKey(
      derivation: .computed(identifier) { contents in
        table.decode(contents).map { value($0).cell(as: Cell.defaultStorage) }
      })
  }
}
