/// A row with its place in the order: the bytes of section, sort keys and identity, and the packed contents.
public struct OrderedRow: Sendable, Hashable {
  /// Section, sort keys and identity as one byte string; comparing it is comparing rows.
  let orderKey: [UInt8]
  let sectionLength: Int
  let keyStart: Int
  /// The row's cells.
  public let contents: PackedRow

  /// The row's identity.
  public var key: RowKey { RowKey(bytes: Array(orderKey[keyStart...])) }

  /// The bytes of the row's section.
  var sectionKey: ArraySlice<UInt8> { orderKey[..<sectionLength] }

  /// Tells whether this row stands before another.
  static func precedes(_ left: OrderedRow, _ right: OrderedRow) -> Bool {
    ByteOrder.compare(left.orderKey[...], right.orderKey[...]) == .less
  }

  /// Tells whether both rows stand in the same section.
  func isInSection(of other: OrderedRow) -> Bool { sectionKey == other.sectionKey }
}
