/// A fetch request as stores see it: untyped, with columns given by name.
///
/// Its parts can be compared: two requests that differ in one part alone are equal in the others.
public struct RowRequest: Sendable {
  /// What identifies the request, so that a store can remember what it determined about it; copies share it.
  package let identity = RequestIdentity()
  /// The number of the request's identity.
  package var number: Int { identity.number }
  /// Which rows the list has, and what is read of them.
  public let rows: Rows
  /// In which order the rows are, and in which sections.
  public private(set) var order: Order
  /// Which of the rows the list shows, and which are in memory.
  public let extent: Extent

  /// Creates a request from its parts.
  init(rows: Rows, order: Order, extent: Extent) {
    (self.rows, self.order, self.extent) = (rows, order, extent)
  }

  /// The request without its search.
  var withoutSearch: RowRequest {
    RowRequest(rows: rows.withoutSearch, order: order, extent: extent)
  }

  /// The request for the order and the keys of its rows alone.
  ///
  /// It reads only the columns that decide them, unless sections are computed from whole records.
  var withoutContents: RowRequest {
    let needsAll = if case .contents? = order.section?.derivation?.input { true } else { false }
    return RowRequest(
      rows: rows.withoutContents(readingAll: needsAll), order: order,
      extent: extent.withoutBatches)
  }

  /// Why the list has no section cache; `nil` if it can have one.
  var cacheObstacle: String? {
    if let obstacle = extent.cacheObstacle { return obstacle }
    // What is known of counted rows includes their sums, which a file doesn't have.
    return extent.cacheForm == .counts && !rows.aggregates.isEmpty
      ? "a list with a window and aggregates keeps no cache" : nil
  }

  /// Returns whether a request is for the same rows in the same order and sections, but for what is searched for.
  func differsInSearchAlone(from other: RowRequest) -> Bool {
    isSame(as: other) { $0.withoutSearch }
  }

  /// Returns whether a request is for the same rows in the same order and sections.
  ///
  /// - Parameters:
  ///   - other: The other request.
  ///   - kept: Returns what is compared of either's rows.
  /// - Returns: Whether they are the same.
  func isSame(as other: RowRequest, in kept: (Rows) -> Rows = { $0 }) -> Bool {
    kept(rows) == kept(other.rows) && order == other.order && extent == other.extent
  }

  /// Returns the request with sections of the current day, if these follow the day and it has ended.
  func onCurrentDay() -> RowRequest {
    guard let section = order.section, let days = section.days else { return self }
    let today = RelativeToday(days.clock)
    guard section.derivation?.day != today else { return self }
    var request = self
    request.order.turn(to: today)
    return request
  }

  /// Returns a copy of the request whose columns are ordered as the store orders them natively.
  package func inStoreOrder() -> RowRequest {
    var request = self
    request.order.isInStoreOrder = true
    return request
  }
}

/// Identifies a request as long as any copy of it exists.
package final class RequestIdentity: Sendable {
  private static let last = Locked(0)

  /// A number that no other request of this process ever has.
  package let number = RequestIdentity.last.withLock { last in
    last += 1
    return last
  }
}
