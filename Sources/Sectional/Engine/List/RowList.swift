/// An immutable list of rows in order, grouped into sections, addressed by rank, by path and by key.
///
/// The rows are sorted by their order, and every section is one run of rows; a section exists only while it holds a
/// row, except that a list without sections is one section, also when empty. Copies share everything, and a list that
/// another one was made from stays as it is, to be read from any thread.
package struct RowList: Sendable {
  let tree: RowTree
  let directory: BlockDirectory
  /// The sections and how many rows each has, where only that tells that one is torn apart.
  let sectionRows: SectionRows
  /// The number of rows.
  package let count: Int
  /// Whether the rows came in another order and were sorted for this list.
  package let wasSorted: Bool

  var grouping: RowGrouping { tree.grouping }

  /// Makes an empty list.
  static func empty(_ grouping: RowGrouping, shape: RowTreeShape = .standard) -> RowList {
    RowList(PackedRows(grouping, shape: shape), isSortedFrom: nil)
  }

  init(_ tree: RowTree, _ directory: BlockDirectory, _ sectionRows: SectionRows, wasSorted: Bool) {
    self.tree = tree
    self.directory = directory
    self.sectionRows = sectionRows
    self.wasSorted = wasSorted
    count = tree.count
  }

  /// Makes a list from rows in any order, of which the last ones are sealed.
  ///
  /// - Complexity: O(*n*) when the rows ascend, O(*n* log *n*) otherwise.
  /// - Throws: ``RowListError`` when two rows share an identity, or a section is not one run of rows.
  init(_ rows: PackedRows) throws(RowListError) {
    self.init(rows.ascends ? rows : rows.sorted(), isSortedFrom: rows.ascends ? nil : rows)
    if !rows.hasUniqueIdentities { try checkIdentities(asIn: rows) }
    try checkSections()
  }

  private init(_ rows: PackedRows, isSortedFrom unsorted: PackedRows?) {
    let separators = RowTree.separators(of: rows.blocks, rows.grouping)
    self.init(
      RowTree(rows.blocks, separators: separators, rows.grouping, shape: rows.shape),
      BlockDirectory(rows.blocks, separators: separators),
      SectionRows(rows.blocks, rows.grouping), wasSorted: unsorted != nil)
  }
}

/// Why rows make no list.
package enum RowListError: Error {
  /// Two rows share an identity; their indexes in the order they were given, counted from zero.
  case duplicateKey(RowKey, positions: (first: Int, second: Int))
  /// A section that ended before some row begins again with it.
  case outOfOrderSection(row: RowKey, earlier: RowKey)
}

extension RowList {
  /// Makes sure that no two rows have one identity.
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

  /// Makes sure that no section is torn apart.
  func checkSections() throws(RowListError) {
    guard grouping == .asSorted, tree.sectionCount != sectionRows.sectionCount else { return }
    var firsts: [[UInt8]: Int] = [:]
    for section in 0..<tree.sectionCount {
      let rank = tree.start(ofSection: section)
      if let earlier = firsts.updateValue(rank, forKey: self[rank].section) {
        throw .outOfOrderSection(row: self[rank].key, earlier: self[earlier].key)
      }
    }
  }
}
