import Foundation

extension SectionKey where Record: StoredRecord {
  /// Groups by the day of a date as people name it: Today, Yesterday, the weekdays before it, and months.
  ///
  /// A list follows its clock: at midnight, when the clock is set and when its time zone changes, rows move to their new
  /// sections. Nothing is read at midnight if the list is sorted by the date first, in the direction of the sections. Otherwise the
  /// store is read if the list has a limit, an offset, a beginning at the end or batches. A section
  /// that only gets another name, as Today becomes Yesterday, stays with its rows; the change set names it in ``ResultsChangeset/sectionUpdates``.
  ///
  /// Sections are in chronological order; with `.ordered(.reverse)` the newest comes first. The key of a day is an integer
  /// such as 20261120, that of a month such as 20261000, and both keep it while their name changes. Tomorrow and the days
  /// after it together have sections too. `nil` has its own section.
  ///
  /// - Parameters:
  ///   - keyPath: The property that holds the date.
  ///   - clock: The clock that tells which day it is.
  ///   - earlier: How the days before the weekdays are grouped.
  ///   - name: Makes a section's name, in English by default.
  /// - Returns: The section key.
  public static func relativeDay(
    of keyPath: KeyPath<Record, some DateValue>, clock: any WallClock = SystemWallClock(),
    earlier: EarlierDays = .months,
    name: @escaping @Sendable (RelativeDay) -> String = \.englishName
  ) -> SectionKey {
    let column = Record.table.column(at: keyPath)
    var key = SectionKey(column: ColumnReference(keyPath))
    key.days = RelativeDayRule(
      clock: clock, grouping: earlier, name: name,
      expectation: (
        "a date",
        "if numbers count something else, map it as: .unixMilliseconds, .unixMicroseconds or "
          + ".secondsSince2001"
      )
    ) { cell, timeZone in
      (column?.rule.decoded(cell) as? Date).flatMap { CivilDay($0, in: timeZone) }
    }
    key.naming = RequestIdentity().number
    return key
  }
}

extension SectionKey where Record == StoredRow {
  /// Groups by the day of a column's date as people name it: Today, Yesterday, the weekdays before it, and months.
  ///
  /// - Parameters:
  ///   - column: The column's name. Text must be in ISO 8601 format; text that is only a date has the day it says.
  ///   - number: What numbers count.
  ///   - clock: The clock that tells which day it is.
  ///   - earlier: How the days before the weekdays are grouped.
  ///   - name: Makes a section's name, in English by default.
  /// - Returns: The section key.
  public static func relativeDay(
    of column: String, as number: DateNumber = .seconds, clock: any WallClock = SystemWallClock(),
    earlier: EarlierDays = .months,
    name: @escaping @Sendable (RelativeDay) -> String = \.englishName
  ) -> SectionKey {
    var key = SectionKey(column: .column(column))
    key.days = RelativeDayRule(
      clock: clock, grouping: earlier, name: name, number: number,
      expectation: (
        "a number of \(number) or \(ISO8601Text.description)",
        DateNumber.advice
      )
    ) { cell, timeZone in
      if case .text = cell {
        return Date(cell: cell, as: .iso8601).flatMap { CivilDay($0, in: timeZone) }
      }
      return number.day(of: cell, in: timeZone)
    }
    key.naming = RequestIdentity().number
    return key
  }
}
