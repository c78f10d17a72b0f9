/// An immutable list of ordered rows, grouped into sections, with access by rank, by path and by key.
///
/// Every section is one contiguous run of rows, and exists only while it contains a row; a list without sections,
/// however, always consists of exactly one section, even if it is empty. Copies share everything. A list remains
/// valid, and can be read from any thread, after another one is made from it.
package struct RowList: Sendable {
  let tree: RowTree
  let directory: BlockDirectory
  /// The sections and the number of rows in each, which are kept only if they are needed to detect a section that
  /// isn't contiguous.
  let sectionRows: SectionRows
  /// The number of rows.
  package let count: Int
  /// Whether the rows arrived in a different order and were sorted for this list.
  package let wasSorted: Bool

  var grouping: RowGrouping { tree.grouping }

  /// Returns an empty list.
  static func empty(_ grouping: RowGrouping, shape: RowTreeShape = .standard) -> RowList {
    RowList(PackedRows(grouping, shape: shape), isSortedFrom: nil, isPart: false)
  }

  init(_ tree: RowTree, _ directory: BlockDirectory, _ sectionRows: SectionRows, wasSorted: Bool) {
    self.tree = tree
    self.directory = directory
    self.sectionRows = sectionRows
    self.wasSorted = wasSorted
    count = tree.count
  }

  /// Creates a list from rows in any order; the last rows must be sealed.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - isPart: Whether they are a part of a longer list, in which sections need not be contiguous.
  /// - Complexity: O(*n*) if the rows ascend, and O(*n* log *n*) otherwise.
  /// - Throws: ``RowListError`` if two rows have the same key, or a section isn't contiguous.
  init(_ rows: PackedRows, isPart: Bool = false) throws(RowListError) {
    self.init(
      rows.ascends ? rows : rows.sorted(), isSortedFrom: rows.ascends ? nil : rows, isPart: isPart)
    if !rows.hasUniqueIdentities { try checkIdentities(asIn: rows) }
    try checkSections()
  }

  private init(_ rows: PackedRows, isSortedFrom unsorted: PackedRows?, isPart: Bool) {
    let separators = RowTree.separators(of: rows.blocks, rows.grouping)
    self.init(
      RowTree(rows.blocks, separators: separators, rows.grouping, shape: rows.shape),
      BlockDirectory(rows.blocks, separators: separators, findingBy: rows.shape.foundBy),
      SectionRows(rows.blocks, rows.grouping, isPart: isPart), wasSorted: unsorted != nil)
  }
}

/// Why rows can't form a list.
package enum RowListError: Error {
  /// Two rows have the same key; the positions are their indexes in the order they were given, counted from zero, and `nil` if not all
  /// rows were given.
  case duplicateKey(RowKey, positions: (first: Int, second: Int)?)
  /// A section that had already ended begins again with this row.
  case outOfOrderSection(row: RowKey, earlier: RowKey)
}

extension RowList {
  /// Checks that no two rows have the same key.
  private func checkIdentities(asIn rows: PackedRows) throws(RowListError) {
    let doubtful = directory.doubtfulHashes()
    guard !doubtful.isEmpty else { return }
    var seen: [RowKey: Int] = [:]
    var index = 0
    for block in rows.blocks {
      for position in 0..<block.count {
        if doubtful.contains(block.slots[position].hash),
          let first = seen.updateValue(index, forKey: block[position].key)
        {
          throw .duplicateKey(block[position].key, positions: (first, index))
        }
        index += 1
      }
    }
  }

  /// Checks that every section is contiguous.
  func checkSections() throws(RowListError) {
    guard sectionRows.isKept, tree.sectionCount != sectionRows.sectionCount else { return }
    try checkSections(of: 0..<count)
  }

  /// Checks that every section is contiguous among some rows.
  ///
  /// - Complexity: O(*s* log *n*), where *s* is the number of sections of these rows.
  func checkSections(of ranks: Range<Int>) throws(RowListError) {
    guard grouping == .asSorted, !ranks.isEmpty else { return }
    var firsts: [[UInt8]: Int] = [:]
    for section in section(ofRank: ranks.lowerBound).index..<tree.sectionCount {
      let rank = max(tree.start(ofSection: section), ranks.lowerBound)
      guard rank < ranks.upperBound else { return }
      if let earlier = firsts.updateValue(rank, forKey: self[rank].section) {
        throw .outOfOrderSection(row: self[rank].key, earlier: self[earlier].key)
      }
    }
  }
}
