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
  public var counting: CountingProgress? { list.counting }
}
