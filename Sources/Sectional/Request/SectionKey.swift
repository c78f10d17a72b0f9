public import Foundation

/// How a list is grouped into sections.
///
/// A section is one exact value: of a column, or of something derived from the record. The sections are in the order of
/// these values, in the direction of the first sort key where that is on the same column, else ascending.
public struct SectionKey<Record: Sendable>: Sendable {
  /// The column the sections come from; none for what is computed from whole records.
  var column: ColumnReference<Record>?
  /// What is made of the column's cell or of the row.
  var derivation: SectionDerivation?
  var order: SortOrder?
  var isAsSorted = false
}

extension SectionKey {
  /// Puts the sections into ascending or descending order, whatever the first sort key says.
  public func ordered(_ order: SortOrder) -> SectionKey {
    var key = self
    key.order = order
    return key
  }

  /// Leaves the order to the sort keys alone, as `NSFetchedResultsController` does: sections stand where their first
  /// record does.
  ///
  /// The records of a section must then follow one another. A section that reappears is an error with code
  /// `outOfOrderSection` that names both records; the list keeps what it showed, and recovers when the records do.
  public var asSorted: SectionKey {
    var key = self
    key.isAsSorted = true
    return key
  }

  func rule() throws(StoreError) -> SectionRule {
    SectionRule(
      column: try column?.resolved(), derivation: derivation,
      isReversed: order.map { $0 == .reverse },
      isAsSorted: isAsSorted)
  }
}

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
      derivation: .calendar(unit, in: timeZone) { column?.decoded($0) as? Date })
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

/// A part of the calendar that sections can be made of.
public enum CalendarUnit: String, Sendable, Hashable, CaseIterable {
  /// A day, such as 2026-11-20.
  case day
  /// A week of ISO 8601, from Monday on, such as 2026-W47.
  case week
  /// A month, such as 2026-11.
  case month
  /// A year, such as 2026.
  case year
}

/// Text, or text that may be missing.
public protocol TextValue: ColumnValue {}
extension String: TextValue {}
extension Optional: TextValue where Wrapped: TextValue {}

/// A date, or a date that may be missing.
public protocol DateValue: ColumnValue {}
extension Date: DateValue {}
extension Optional: DateValue where Wrapped: DateValue {}
