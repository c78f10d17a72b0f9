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

/// How far the rows of a list with a window are counted.
public struct CountingProgress: Sendable, Hashable {
  /// The number of rows that are counted.
  public let counted: Int
  /// The number of rows that the store expects, without having counted them; `nil` if it doesn't know.
  public let estimated: Int?
  /// Whether all rows are counted.
  public let isComplete: Bool
  /// Why the numbers of rows, and so index paths, may be wrong for a while; `nil` if they are exact.
  public let doubt: String?
}

extension ResultsList {
  /// How far the rows are counted, if the request has a ``ResultsRequest/fetchWindowSize``; otherwise `nil`.
  public var counting: CountingProgress? {
    snapshot.partial.map {
      CountingProgress(
        counted: numberOfObjects, estimated: $0.estimate, isComplete: $0.frontier == nil,
        doubt: $0.doubt)
    }
  }
}
