/// The parts of a list that are in memory; the one that was looked at last is the last one.
struct LookedRanges: Sendable {
  private(set) var ranges: [OrderRange] = []
  /// The parts that were wanted together last, which stay even if there is room for fewer rows.
  private var wanted: [OrderRange] = []
  /// The number of rows that these parts had when they were wanted.
  private var wantedCount = 0

  /// Notes that somebody looked at a part.
  mutating func note(_ range: OrderRange) {
    ranges.removeAll { $0.start == range.start }
    ranges.append(range)
  }

  /// Makes a part the newest one if it is in memory.
  mutating func touch(_ range: OrderRange) {
    // It may end elsewhere by now.
    if let known = ranges.first(where: { $0.start == range.start }) { note(known) }
  }

  /// Notes that somebody wants to look at parts, which have been loaded.
  mutating func note(wanted parts: [OrderRange], in list: RowList) {
    guard !parts.isEmpty else { return }
    let blocks = parts.flatMap(list.blocks(in:)).filter(\.isResident)
    let counts = Dictionary(
      blocks.map { ($0.ranks.lowerBound, $0.ranks.count) }, uniquingKeysWith: { first, _ in first })
    (wanted, wantedCount) = (parts, counts.values.reduce(0, +))
  }

  /// Notes that rows were added after the last one.
  mutating func end(at order: [UInt8]) {
    for index in ranges.indices where ranges[index].end == nil { ranges[index].end = order }
    for index in wanted.indices where wanted[index].end == nil { wanted[index].end = order }
  }

  /// Forgets the parts that were least recently looked at.
  ///
  /// - Parameters:
  ///   - most: The number of rows to keep.
  ///   - list: The list.
  mutating func evict(beyond most: Int, in list: RowList) {
    divide(in: list)
    var (rows, wantedRows, kept) = (0, 0, [OrderRange]())
    for range in ranges.reversed() {
      let count = list.blocks(in: range).reduce(0) { $0 + $1.ranks.count }
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
      for block in list.blocks(in: part) where block.isResident { note(block.range) }
    }
  }

  /// Returns whether a block has a part that is to stay in memory.
  func contains(_ block: ListBlock) -> Bool {
    ranges.contains(where: block.range.overlaps)
  }
}

extension RowList {
  /// The ranks of the first rows of the blocks that are in memory, in order.
  ///
  /// - Complexity: O(*b* log *n*), where *b* is the number of these blocks.
  var residentRanks: [Int] {
    var ranks: [Int] = []
    RowList.appendResidents(of: tree.children, from: 0, to: &ranks)
    return ranks
  }

  private static func appendResidents(
    of children: [RowTree.Child], from start: Int, to ranks: inout [Int]
  ) {
    var start = start
    for child in children {
      if !child.isCounted {
        switch child.content {
        case .block: ranks.append(start)
        case .branch(let inner): appendResidents(of: inner, from: start, to: &ranks)
        }
      }
      start += Int(child.rows)
    }
  }

  /// Returns the list with only those blocks in memory that are to stay.
  func counting(except looked: LookedRanges) -> RowList {
    let ranks = residentRanks.filter { !looked.contains(block(at: $0)) }
    return ranks.isEmpty ? self : counting(blocksAt: ranks)
  }
}
