extension RowList {
  /// Returns the list with other rows in place of those of a block, which may be more or fewer.
  ///
  /// - Parameters:
  ///   - rank: The rank of one of the block's rows.
  ///   - rows: The rows in the block's range, in ascending order.
  /// - Returns: The list, which has these rows in memory.
  func recounting(blockAt rank: Int, with rows: PackedRows) -> RowList {
    let old = tree.block(ofRank: rank)
    return replacing([old], with: rows)
  }

  /// Returns the list with further rows at its end.
  ///
  /// - Parameter rows: Rows that follow all others, in ascending order.
  /// - Returns: The list, which has these rows in memory.
  func appending(_ rows: PackedRows) -> RowList { replacing([], with: rows) }

  /// Returns the list with rows in place of those of a block, or behind all others.
  private func replacing(_ old: [FoundBlock], with rows: PackedRows) -> RowList {
    var (directory, sections) = (directory, sectionRows)
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
      let separator =
        reused.map { directory.separator(of: $0.number) } ?? block.order(of: 0, grouping)
      let number = reused?.number ?? directory.number(forBlockAt: separator)
      for position in 0..<block.count { directory.add(position, of: block, in: number) }
      sections.add(block, 1)
      children.append(RowTree.Child(block, number: number, separator: separator))
    }
    let tree = tree.replacing(blockAt: old.first?.rank, by: children)
    return RowList(tree, directory, sections, wasSorted: wasSorted)
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

extension RowTree {
  /// Returns the tree with other children in place of a block, or behind all others if the rank is `nil`.
  func replacing(blockAt rank: Int?, by replacement: [Child]) -> RowTree {
    var result = self
    result.children = rooted(replaced(children, from: 0, blockAt: rank ?? count, replacement))
    return result
  }

  private func replaced(
    _ children: [Child], from start: Int, blockAt rank: Int, _ replacement: [Child]
  ) -> [Child] {
    var (result, start, isDone) = ([Child](), start, false)
    for child in children {
      let end = start + Int(child.rows)
      if isDone || rank >= end {
        result.append(child)
      } else if case .branch(let inner) = child.content {
        result += branches(of: replaced(inner, from: start, blockAt: rank, replacement))
        isDone = true
      } else {
        result += replacement
        isDone = true
      }
      start = end
    }
    guard !isDone, let last = result.last else { return isDone ? result : replacement }
    // Nothing is behind the rank, so the replacement follows the last block.
    guard case .branch(let inner) = last.content else { return result + replacement }
    return result.dropLast()
      + branches(of: replaced(inner, from: start - Int(last.rows), blockAt: rank, replacement))
  }
}
