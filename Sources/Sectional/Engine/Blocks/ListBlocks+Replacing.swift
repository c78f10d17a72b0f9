extension ListBlocks {
  /// Returns the list with other rows in place of those of a block, which may be more or fewer.
  ///
  /// - Parameters:
  ///   - rank: The rank of one of the block's rows.
  ///   - rows: The rows in the block's range, in ascending order.
  /// - Returns: The list, which has these rows in memory.
  func replacing(at rank: Int, with rows: PackedRows) -> RowList {
    replacing([list.tree.block(ofRank: rank)], with: rows)
  }

  /// Returns the list with further rows at its end.
  ///
  /// - Parameter rows: Rows that follow all others, in ascending order.
  /// - Returns: The list, which has these rows in memory.
  func appending(_ rows: PackedRows) -> RowList { replacing([], with: rows) }

  /// Returns the list with rows in place of those of a block, or after all others.
  private func replacing(_ old: [FoundBlock], with rows: PackedRows) -> RowList {
    var (directory, sections) = (list.directory, list.sectionRows)
    for found in old {
      if found.block.counts == nil {
        for position in 0..<found.block.count {
          directory.remove(position, of: found.block, from: found.number)
        }
      }
      sections.add(found.block, -1)
      if rows.count == 0 { directory.free(found.number) }
    }
    var children: [RowTree.Child] = []
    for block in rows.blocks {
      // The first block keeps the number and the separator, which is a lower bound of the same range.
      let reused = children.isEmpty ? old.first : nil
      let first = block.order(of: 0, list.grouping)
      var separator = reused.map { directory.separator(of: $0.number) } ?? first
      // Rows in front of all others belong to the first block.
      if let reused, ByteOrder.compare(first, separator) == .less {
        separator = first
        directory.setSeparator(separator, of: reused.number)
      }
      let number = reused?.number ?? directory.number(forBlockAt: separator)
      for position in 0..<block.count { directory.add(position, of: block, in: number) }
      sections.add(block, 1)
      children.append(RowTree.Child(block, number: number, separator: separator, list.tree.shape))
    }
    let tree = list.tree.replacing(blockAt: old.first?.rank, by: children)
    return RowList(tree, directory, sections, wasSorted: list.wasSorted)
  }
}

extension SectionRows {
  /// Adds the rows of a block, or subtracts them if the sign is negative.
  fileprivate mutating func add(_ block: RowBlock, _ sign: Int) {
    for run in 0..<block.runs.count {
      add(block.runs[run].section, count: sign * block.positions(ofRun: run).count)
    }
  }
}
