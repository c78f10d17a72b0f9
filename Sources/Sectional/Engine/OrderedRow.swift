/// A row with its place in the order: the bytes of section, sort keys and identity, and the packed contents.
public struct OrderedRow: Sendable, Hashable {
  /// Sort keys and identity as one byte string, with the section before or behind them; comparing it is comparing rows.
  let orderKey: [UInt8]
  let section: Range<Int>
  let identity: Range<Int>
  /// The rowid, where changes are reported by it and it is not the row's key.
  let rowID: Int64?
  /// The row's cells, and behind them what its section was made of, unless that is one of them.
  public let contents: PackedRow

  /// The row's identity.
  public var key: RowKey { RowKey(bytes: Array(orderKey[identity])) }

  /// The bytes of the row's section.
  var sectionKey: ArraySlice<UInt8> { orderKey[section] }

  /// Tells whether this row stands before another.
  static func precedes(_ left: OrderedRow, _ right: OrderedRow) -> Bool {
    ByteOrder.compare(left.orderKey[...], right.orderKey[...]) == .less
  }

  /// Tells whether both rows stand in the same section.
  func isInSection(of other: OrderedRow) -> Bool { sectionKey == other.sectionKey }
}
