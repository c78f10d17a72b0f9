/// How far the rows of a list with a window are counted.
struct PartialList: Sendable, Hashable {
  /// The compared bytes of the last row that is counted, empty before the first; `nil` if all rows are counted.
  var frontier: [UInt8]? = []
  /// Why counts may be wrong, or `nil` if they are exact.
  var doubt: String?
  /// How many blocks turned out to have other rows than were counted.
  var recountedBlocks = 0
  /// The number of rows that the store estimated.
  var estimate: Int?
  /// The look that last changed the list.
  var changeLook = LookStamp()

  /// Returns whether a row belongs to the part of the list that is counted.
  func covers(_ orderKey: RowOrderKey) -> Bool {
    guard let frontier else { return true }
    return ByteOrder.compare(
      orderKey.bytes, orderKey.bytes.indices, frontier, frontier.indices) != .greater
  }
}
