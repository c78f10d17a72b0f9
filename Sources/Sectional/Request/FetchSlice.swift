/// The part of a request's rows that a list shows, counted in the list's order.
public struct FetchSlice: Sendable, Hashable {
  /// The number of rows before the first one.
  public let offset: Int
  /// The largest number of rows, or `nil` for all rows from the offset on.
  public let limit: Int?

  /// Creates a slice, or returns `nil` if every row is in it.
  ///
  /// - Parameters:
  ///   - offset: The number of rows before the first one.
  ///   - limit: The largest number of rows; 0 for all rows from the offset on.
  init?(offset: Int, limit: Int) {
    guard offset > 0 || limit > 0 else { return nil }
    self.offset = offset
    self.limit = limit > 0 ? limit : nil
  }

  /// The ranks of the rows.
  var ranks: Range<Int> {
    guard let limit, case (let end, false) = offset.addingReportingOverflow(limit) else {
      return offset..<Int.max
    }
    return offset..<end
  }
}
