// Which leaves a merge concerns. The others are kept without being read.
extension OutlineMerge {
  /// Determines which leaves have one of the rows, or get one.
  ///
  /// - Parameter places: The leaves among whose rows each new row comes.
  /// - Returns: For each leaf whether it does, or `nil` if one can't be read.
  func touchedLeaves(_ places: [Range<Int>]) -> [Bool]? {
    var touched = [Bool](repeating: false, count: outline.leaves.count)
    for place in places { for leaf in place { touched[leaf] = true } }
    let hashes =
      changed.keys.union(changed.new).map { IdentityHash.hash($0.bytes) }
      + changed.rowIDs.map(IdentityHash.hash)
    // With many names, each leaf has one of them.
    let asksFilters = hashes.count * touched.count < 4_000_000
    for leaf in touched.indices where !touched[leaf] {
      if asksFilters {
        guard let filter = outline.leaves[leaf].filter else { return nil }
        guard hashes.contains(where: filter.mayContain) else { continue }
      }
      guard let hasRow = hasMentionedRow(leaf) else { return nil }
      touched[leaf] = hasRow
    }
    return touched
  }

  /// Returns whether a leaf has one of the rows, or `nil` if it can't be read.
  private func hasMentionedRow(_ leaf: Int) -> Bool? {
    var walk = OutlineWalk(outline, leaves: leaf..<leaf + 1)
    while walk.advance() {
      if let rowID = walk.rowID, changed.rowIDs.contains(rowID) { return true }
      guard walk.integerKey.map(changed.filter.mayContain) ?? true else { continue }
      let key = walk.key()
      if changed.keys.contains(key) || changed.new.contains(key) { return true }
    }
    return walk.rank == outline.ranks(ofLeaf: leaf).upperBound ? false : nil
  }

  /// Returns the leaves among whose rows new rows come; several for a row if what is kept of their first rows doesn't tell.
  ///
  /// Of some first rows more is kept than of others, so those that tell nothing can be anywhere between the others.
  ///
  /// - Complexity: O(*r* + *l*), where *r* is the number of rows and *l* the number of leaves, if few first rows tell nothing.
  func leaves(of rows: [BlockRow]) -> [Range<Int>] {
    let count = outline.leaves.count
    // The last leaf that surely begins before the row, and so before those that follow.
    var first = 0
    return rows.map { row in
      var end = first
      search: while end < count {
        switch outline.start(ofLeaf: end, comparedWith: OutlinePlace(row), ordering) {
        case .less: first = end
        case .equal: break
        case .greater: break search
        }
        end += 1
      }
      return count > 0 ? first..<max(end, first + 1) : 0..<0
    }
  }

}

/// A place in the order of a list.
struct OutlinePlace {
  fileprivate let section: ArraySlice<UInt8>
  /// The sort keys and the key.
  fileprivate let order: ArraySlice<UInt8>

  /// The place of a row.
  init(_ row: BlockRow) {
    let record = row.record
    section = row.section[...]
    order = record.bytes[record.sort.lowerBound..<record.identity.upperBound]
  }

  /// The place that an order key stands for.
  init(_ orderKey: RowOrderKey) {
    section = orderKey.bytes[orderKey.section]
    order = orderKey.bytes[orderKey.sectionEnd...]
  }
}

extension Outline {
  /// Returns whether a place, which begins like the first row of a leaf, is that row's; `false` if what is kept of the row doesn't
  /// tell.
  func isWhole(_ place: OutlinePlace, startOfLeaf leaf: Int) -> Bool {
    leaves[leaf].start.count == place.order.count
  }

  /// Compares the first row of a leaf with a place; `equal` if what is kept of the row doesn't tell, and also if it is there.
  func start(
    ofLeaf leaf: Int, comparedWith place: OutlinePlace, _ ordering: RowOrdering
  ) -> ByteOrder {
    if RowGrouping(ordering) == .byKey {
      let cell = sectionCell(section(ofRank: ranks(ofLeaf: leaf).lowerBound))
      let order = ByteOrder.compare(ordering.sectionBytes(of: cell)[...], place.section)
      if order != .equal { return order }
    }
    let start = leaves[leaf].start[...]
    let shared = min(start.count, place.order.count)
    return ByteOrder.compare(start.prefix(shared), place.order.prefix(shared))
  }
}

/// Finds the sections of ascending ranks of an outline.
struct SectionCursor {
  private let outline: Outline
  private let ordering: RowOrdering
  /// The rank at which the section ends.
  private(set) var end = 0
  /// The bytes by which the section is ordered.
  private(set) var bytes: [UInt8] = []
  private(set) var cell = PackedRow()
  private var isAtBeginning = true

  init(_ outline: Outline, _ ordering: RowOrdering) {
    (self.outline, self.ordering) = (outline, ordering)
  }

  /// Moves to the section of the row at a rank.
  mutating func move(to rank: Int) {
    guard isAtBeginning || rank >= end else { return }
    isAtBeginning = false
    let section = outline.section(ofRank: rank)
    end = outline.ranks(ofSection: section).upperBound
    cell = outline.sectionCell(section)
    bytes = ordering.sectionBytes(of: cell)
  }
}
