/// The places of values that are ordered as someone listed them, such as high, normal, low.
///
/// Values that aren't listed come after those that are.
public final class ValueRanks: Sendable {
  /// The values, in order.
  public let values: [StoredValue]
  private let ranks: [[UInt8]: Int64]

  init(_ values: [StoredValue]) {
    var seen: Set<StoredValue> = []
    let values = values.filter { seen.insert($0).inserted }
    self.values = values
    ranks = Dictionary(
      values.enumerated().map { (RowKey([$1]).bytes, Int64($0)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the rank of the value that some bytes encode in ascending binary order.
  func rank(of bytes: [UInt8]) -> Int64 { ranks[bytes] ?? Int64(values.count) }

  /// The same values from the last to the first; those that aren't listed still come after them.
  var reversed: ValueRanks { ValueRanks(values.reversed()) }
}

extension ValueRanks: Hashable {
  /// Returns whether both list the same values in the same order.
  public static func == (left: ValueRanks, right: ValueRanks) -> Bool {
    left === right || left.values == right.values
  }

  /// Feeds the values into the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
