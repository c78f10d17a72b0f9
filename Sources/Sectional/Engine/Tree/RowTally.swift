/// What is known of a block's rows while they aren't in memory, besides their sections: how many there are, and a sum by
/// which rows that are read later can be recognized as the same.
struct RowTally: Sendable, Hashable {
  private(set) var count = 0
  /// The sum of hashes of each row's section, order and key.
  private(set) var sum: UInt64 = 0

  /// Adds a row.
  mutating func add(_ order: [UInt8]) {
    count += 1
    sum &+= Checksum.of(order)
  }
}

extension RowBlock {
  /// The tally of the block's rows.
  var tallied: RowTally {
    if let tally { return tally }
    var tally = RowTally()
    for position in 0..<count {
      let orderKey = orderKey(of: position)
      tally.add(orderKey.bytes)
    }
    return tally
  }

  /// Returns a block that only counts the same rows.
  func counted() -> RowBlock {
    tally == nil ? RowBlock(bytes: [], slots: [], runs: runs, tally: tallied) : self
  }
}
