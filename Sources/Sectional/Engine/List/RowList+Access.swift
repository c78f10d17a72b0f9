extension RowList {
  /// The number of sections.
  package var sectionCount: Int { grouping == .none ? 1 : tree.sectionCount }

  /// The ranks of a section's rows.
  ///
  /// - Precondition: The list has such a section.
  /// - Complexity: O(log *n*)
  package func ranks(ofSection section: Int) -> Range<Int> {
    guard grouping != .none else { return 0..<count }
    return tree.start(ofSection: section)..<end(ofSection: section)
  }

  /// Returns the bytes by which the rows of a section are ordered.
  ///
  /// - Precondition: The list has rows and such a section.
  /// - Complexity: O(log *n*)
  func bytes(ofSection section: Int) -> [UInt8] {
    grouping == .none ? self[0].section : tree.run(ofSection: section).section
  }

  /// Returns the rank after a section's last row.
  func end(ofSection section: Int) -> Int {
    guard grouping != .none, section + 1 < tree.sectionCount else { return count }
    return tree.start(ofSection: section + 1)
  }

  /// Returns the row at a rank, counted over all sections.
  ///
  /// - Complexity: O(log *n*)
  package subscript(rank: Int) -> BlockRow {
    let found = tree.block(ofRank: rank)
    return BlockRow(found.block, rank - found.rank)
  }

  /// Returns the rank of the row with the given key, or `nil` if it isn't in the list.
  ///
  /// - Complexity: O(log *n*)
  package func rank(of key: RowKey) -> Int? {
    var work = TreeWork()
    return row(of: key, &work)?.rank
  }

  /// Returns the row with the given key, and counts the work this takes.
  func row(of key: RowKey, _ work: inout TreeWork) -> RankedRow? {
    let hash = IdentityHash.hash(key.bytes)
    for number in directory.blocks(ofHash: hash) {
      guard let found = tree.block(numbered: number, directory, &work),
        let position = found.block.position(of: key.bytes, hash: hash)
      else { continue }
      return RankedRow(rank: found.rank + position, row: BlockRow(found.block, position))
    }
    return nil
  }

  /// Returns the path of the row at a rank.
  ///
  /// - Complexity: O(log *n*)
  package func path(ofRank rank: Int) -> ElementPath {
    let section = section(ofRank: rank)
    return ElementPath(section: section.index, item: rank - section.start)
  }

  /// Returns the section that contains the row at a rank.
  ///
  /// - Complexity: O(log *n*)
  func section(ofRank rank: Int) -> FoundSection {
    grouping == .none ? FoundSection(index: 0, start: 0) : tree.section(ofRank: rank)
  }

  /// The keys of all rows, in order.
  package var keys: [RowKey] {
    var keys: [RowKey] = []
    keys.reserveCapacity(count)
    forEach { keys.append($0.key) }
    return keys
  }

  /// Returns the keys of those of some rows that are in memory, in order.
  func keys(in ranks: Range<Int>) -> [RowKey] {
    var walk = RowWalk(self, from: ranks.lowerBound)
    return ranks.compactMap { _ in
      defer { walk.advance() }
      return walk.row?.keyInMemory
    }
  }

  /// All rows with their ranks, in order.
  var rankedRows: [RankedRow] {
    var rows: [RankedRow] = []
    rows.reserveCapacity(count)
    forEach { rows.append(RankedRow(rank: rows.count, row: $0)) }
    return rows
  }

  /// Returns whether the last section of another list is also the last one of this list.
  func endsInSection(of other: RowList) -> Bool {
    guard grouping != .none, let last = other.tree.children.last else { return true }
    return tree.children.last.map { $0.lastSection == last.lastSection } ?? false
  }

  /// Calls a body with each row, in order.
  ///
  /// - Complexity: O(*n*), and faster than *n* accesses by rank.
  package func forEach(_ body: (BlockRow) -> Void) {
    forEachBlock { block in
      for position in 0..<block.count { body(BlockRow(block, position)) }
    }
  }

  /// Calls a body with each block of rows, in order.
  func forEachBlock(_ body: (RowBlock) -> Void) { RowList.forEachBlock(in: tree.children, body) }

  private static func forEachBlock(in children: [RowTree.Child], _ body: (RowBlock) -> Void) {
    for child in children {
      switch child.content {
      case .branch(let inner): forEachBlock(in: inner, body)
      case .block(let block, _): body(block)
      }
    }
  }
}
