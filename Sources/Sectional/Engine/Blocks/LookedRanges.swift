/// The parts of a list that are in memory, in the order of their last use.
struct LookedRanges: Sendable {
  private(set) var ranges: [OrderRange] = []
  /// The parts of the last request, which stay even if there is room for fewer rows.
  private var wanted: [OrderRange] = []
  /// The number of rows that these parts had when they were requested.
  private var wantedCount = 0

  /// Adds a part, as the newest one.
  mutating func insert(_ range: OrderRange) {
    ranges.removeAll { $0.start == range.start }
    ranges.append(range)
  }

  /// Makes a part the newest one if it is in memory.
  mutating func touch(_ range: OrderRange) {
    // It may end elsewhere by now.
    if let known = ranges.first(where: { $0.start == range.start }) { insert(known) }
  }

  /// Sets the parts of the last request, which have been loaded.
  mutating func insert(wanted parts: [OrderRange], in list: RowList) {
    guard !parts.isEmpty else { return }
    let blocks = parts.flatMap { list.blocks[in: $0] }.filter(\.isResident)
    let counts = Dictionary(
      blocks.map { ($0.ranks.lowerBound, $0.ranks.count) }, uniquingKeysWith: { first, _ in first })
    (wanted, wantedCount) = (parts, counts.values.reduce(0, +))
  }

  /// Ends the parts that reach to the end, because rows were added after them.
  mutating func end(at order: [UInt8]) {
    for index in ranges.indices where ranges[index].end == nil { ranges[index].end = order }
    for index in wanted.indices where wanted[index].end == nil { wanted[index].end = order }
  }

  /// Removes the least recently used parts.
  ///
  /// - Parameters:
  ///   - most: The number of rows to keep.
  ///   - list: The list.
  mutating func evict(beyond most: Int, in list: RowList) {
    divide(in: list)
    var (rows, wantedRows, kept) = (0, 0, [OrderRange]())
    for range in ranges.reversed() {
      let count = list.blocks[in: range].reduce(0) { $0 + $1.ranks.count }
      rows += count
      let isWanted = wanted.contains(where: range.overlaps)
      if isWanted { wantedRows += count }
      // A part without an end grows with each row that is added there.
      let staysWanted = isWanted && wantedRows <= wantedCount * 2
      if rows <= most || staysWanted || kept.isEmpty { kept.append(range) }
    }
    ranges = kept.reversed()
  }

  /// Makes each part one block, because blocks grow and are split.
  private mutating func divide(in list: RowList) {
    let parts = ranges
    ranges = []
    for part in parts {
      for block in list.blocks[in: part] where block.isResident { insert(block.range) }
    }
  }

  /// Returns whether a block has a part that is to stay in memory.
  func contains(_ block: ListBlock) -> Bool {
    ranges.contains(where: block.range.overlaps)
  }
}
