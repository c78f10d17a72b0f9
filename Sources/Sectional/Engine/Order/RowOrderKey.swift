/// The bytes that a row is grouped, ordered and identified by, one after the other.
///
/// Each part is prefix-free, so that comparing the bytes is comparing section, sort keys and identity in turn.
struct RowOrderKey: Sendable, Hashable {
  /// Section, sort keys and identity.
  var bytes: [UInt8] = []
  /// Where the section ends.
  var sectionEnd = 0
  /// Where the identity begins.
  var identityStart = 0

  var section: Range<Int> { 0..<sectionEnd }
  var sort: Range<Int> { sectionEnd..<identityStart }
  var identity: Range<Int> { identityStart..<bytes.count }

  /// The bytes that are compared: all of them, or those behind the section where it doesn't lead the order.
  func compared(_ grouping: RowGrouping) -> Range<Int> {
    (grouping == .asSorted ? sectionEnd : 0)..<bytes.count
  }

  /// Tells whether the order key is in some section.
  func hasSection(_ section: [UInt8]) -> Bool {
    section.count == sectionEnd
      && ByteOrder.compare(bytes, self.section, section, section.indices) == .equal
  }

  /// Tells whether a row with this order key stands before one with another.
  func precedes(_ other: RowOrderKey, in grouping: RowGrouping) -> Bool {
    ByteOrder.compare(bytes, compared(grouping), other.bytes, other.compared(grouping)) == .less
  }
}

/// How rows are grouped.
package enum RowGrouping: Sendable, Hashable {
  /// Into one section, also without rows.
  case none
  /// Into sections whose keys lead the order.
  case byKey
  /// Into sections wherever the order puts them.
  case asSorted

  package init(_ ordering: RowOrdering) {
    self = ordering.section.isEmpty ? .none : (ordering.sectionLeads ? .byKey : .asSorted)
  }
}
