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
