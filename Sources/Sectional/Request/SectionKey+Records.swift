public import Foundation

extension SectionKey where Record: StoredRecord {
  /// Groups by the exact values of a property.
  public init<Cell: ColumnValue>(_ keyPath: KeyPath<Record, Cell>) {
    self.init(column: ColumnReference(keyPath))
  }

  init(_ keyPath: PartialKeyPath<Record>) { self.init(column: ColumnReference(keyPath)) }

  /// Groups by the uppercased first character of a text, in composed form; an empty text and `nil` each have their own
  /// section.
  public static func firstLetter(of keyPath: KeyPath<Record, some TextValue>) -> SectionKey {
    SectionKey(column: ColumnReference(keyPath), derivation: .firstLetter)
  }

  /// Groups by the first Unicode scalars of a text in composed form, so that canonically equal texts are in one section.
  public static func prefix(
    of keyPath: KeyPath<Record, some TextValue>, length: Int
  ) -> SectionKey {
    SectionKey(column: ColumnReference(keyPath), derivation: .prefix(length))
  }

  /// Groups by the day, week, month or year of a date in a time zone, using the Gregorian calendar; `nil` has its own
  /// section.
  ///
  /// Sections are in chronological order. Where a zone's clocks were set back over midnight, a day begins when it begins for
  /// good. The key of a section is an integer such as 20261120, 202647, 202611 or 2026, and its name is a text such as
  /// 2026-11-20, 2026-W47, 2026-11 or 2026.
  ///
  /// Text that is only a date has the day it says, in every time zone.
  ///
  /// A date outside the years -999999 to 999999 is an error that names the record. Usually, the column then holds
  /// numbers in a different unit than it is mapped as.
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

  /// Groups by the day, week, month or year that a number stands for in a time zone, using the Gregorian calendar;
  /// `nil` has its own section.
  ///
  /// Numbers are evaluated exactly: a nanosecond before midnight falls on the day before. A number outside the years
  /// -999999 to 999999 is an error that names the record.
  ///
  /// - Parameters:
  ///   - unit: The calendar unit.
  ///   - keyPath: The property that holds the numbers.
  ///   - number: What the numbers count.
  ///   - timeZone: The time zone.
  /// - Returns: The section key.
  public static func calendar(
    _ unit: CalendarUnit, of keyPath: KeyPath<Record, some NumberValue>, as number: DateNumber,
    in timeZone: TimeZone
  ) -> SectionKey {
    SectionKey(
      column: ColumnReference(keyPath),
      derivation: .calendar(
        unit, in: timeZone, number: number,
        expecting: (
          "a number of \(number)", "if numbers count something else, specify what with as:"
        )
      ) { cell, timeZone in number.day(of: cell, in: timeZone) })
  }

  /// Groups by the result of a function of the record.
  ///
  /// - Parameters:
  ///   - identifier: A name for what the function computes; a different function needs a different name.
  ///   - value: The function, which must always return the same value for equal records.
  /// - Returns: The section key.
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
