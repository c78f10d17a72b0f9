/// The bytes that determine a row's section, order and key, one after the other.
///
/// Each part is prefix-free, so comparing the bytes compares section, sort keys and key in turn.
struct RowOrderKey: Sendable, Hashable {
  /// The section, the sort keys and the key.
  var bytes: [UInt8] = []
  /// The offset at which the section ends.
  var sectionEnd = 0
  /// The offset at which the key begins.
  var identityStart = 0

  var section: Range<Int> { 0..<sectionEnd }
  var sort: Range<Int> { sectionEnd..<identityStart }
  var identity: Range<Int> { identityStart..<bytes.count }

  /// The bytes that are compared: all of them, or only those after the section if it doesn't lead the order.
  func compared(_ grouping: RowGrouping) -> Range<Int> {
    (grouping == .asSorted ? sectionEnd : 0)..<bytes.count
  }

  /// Returns whether the order key belongs to a section.
  func hasSection(_ section: [UInt8]) -> Bool {
    section.count == sectionEnd
      && ByteOrder.compare(bytes, self.section, section, section.indices) == .equal
  }

  /// Takes over another order key, and keeps its own storage.
  mutating func copy(_ other: RowOrderKey) {
    bytes.replaceSubrange(bytes.indices, with: other.bytes)
    (sectionEnd, identityStart) = (other.sectionEnd, other.identityStart)
  }

  /// Returns whether a row with this order key precedes a row with another one.
  func precedes(_ other: RowOrderKey, in grouping: RowGrouping) -> Bool {
    ByteOrder.compare(bytes, compared(grouping), other.bytes, other.compared(grouping)) == .less
  }
}

/// How rows are grouped.
package enum RowGrouping: Sendable, Hashable {
  /// Into a single section, which exists even without rows.
  case none
  /// Into sections whose keys lead the order.
  case byKey
  /// Into sections that appear wherever the sort keys put them.
  case asSorted

  package init(_ ordering: RowOrdering) {
    self = ordering.section.isEmpty ? .none : (ordering.sectionLeads ? .byKey : .asSorted)
  }
}
