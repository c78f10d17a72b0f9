public import Foundation

extension SectionKey where Record: TableRecord {
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
  public static func calendar(
    _ unit: CalendarUnit, of keyPath: KeyPath<Record, some DateValue>, in timeZone: TimeZone
  ) -> SectionKey {
    let column = Record.table.column(at: keyPath)
    return SectionKey(
      column: ColumnReference(keyPath),
      derivation: .calendar(unit, in: timeZone) { column?.rule.decoded($0) as? Date })
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
