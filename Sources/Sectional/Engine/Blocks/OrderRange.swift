/// A part of a list's order: from a position up to another one.
struct OrderRange: Sendable, Hashable {
  /// The compared bytes at which it begins.
  let start: [UInt8]
  /// The compared bytes at which the next part begins, or `nil` if it reaches to the end.
  var end: [UInt8]?

  /// Returns whether the ranges overlap.
  func overlaps(_ other: OrderRange) -> Bool {
    begins(before: other.end) && other.begins(before: end)
  }

  private func begins(before end: [UInt8]?) -> Bool {
    end.map { ByteOrder.compare(start, $0) == .less } ?? true
  }
}
