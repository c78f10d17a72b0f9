public import Foundation

/// How a list is grouped into sections.
///
/// A section is one exact value, of a column or of something derived from the record. The sections are in the order
/// of these values: in the direction of the first sort key if that uses the same column, and otherwise ascending.
public struct SectionKey<Record: Sendable>: Sendable {
  /// The column the sections come from, or `nil` if they are computed from whole records.
  var column: ColumnReference<Record>?
  /// What is derived from the column's cell or from the row, or `nil` for the column's exact values.
  var derivation: SectionDerivation?
  var order: SortOrder?
  var isAsSorted = false
  /// The name of the section whose key is null.
  var nilName = ""
  /// Makes a section's title for people from its key.
  var title: (@Sendable (StoredValue) -> String)?
}

extension SectionKey {
  /// Orders the sections in ascending or descending order, regardless of the first sort key.
  public func ordered(_ order: SortOrder) -> SectionKey {
    var key = self
    key.order = order
    return key
  }

  /// Leaves the order to the sort keys alone, as `NSFetchedResultsController` does: a section's position is that of
  /// its first record.
  ///
  /// The records of a section must then be contiguous. If a section reappears, an error with code `outOfOrderSection`
  /// names both records; the list keeps its results, and recovers once the records are contiguous again.
  public var asSorted: SectionKey {
    var key = self
    key.isAsSorted = true
    return key
  }

  /// Names the section of the records that have no value; without this it is named "".
  ///
  /// Its key stays null, so it differs from a section of that text.
  public func named(nil name: String) -> SectionKey {
    var key = self
    key.nilName = name
    return key
  }

  /// Gives sections titles for people, which are shown in place of their names.
  ///
  /// Names stay as they are: they follow from the keys alone, and the section cache and index titles use them.
  ///
  /// - Parameter title: Makes a title from a section's key, such as "November 2026" from 202611.
  /// - Returns: The section key.
  public func titled(_ title: @escaping @Sendable (StoredValue) -> String) -> SectionKey {
    var key = self
    key.title = title
    return key
  }

  func rule() throws(StoreError) -> SectionRule {
    SectionRule(
      column: try column?.resolved(), derivation: derivation,
      isReversed: order.map { $0 == .reverse },
      isAsSorted: isAsSorted, nilName: nilName, title: title)
  }
}
