extension RowList {
  /// Returns the list with the contents of some of its rows.
  ///
  /// - Parameter rows: The rows with their contents.
  /// - Returns: The list, or `nil` if one of the rows isn't in memory, has another place in the order or other summed cells, or was
  ///   read twice.
  /// - Complexity: O(*d* log *n*), where *d* is the number of rows.
  func loading(_ rows: PackedRows) -> RowList? {
    guard rows.count > 0 else { return self }
    let sorted = (rows.ascends ? rows : rows.sorted()).all
    var ranks: [Int] = []
    ranks.reserveCapacity(sorted.count)
    for row in sorted {
      // Rows that are loaded together mostly follow each other.
      let next = ranks.last.map { $0 + 1 }
      guard let rank = next.flatMap({ isInMemory(row, at: $0) ? $0 : nil }) ?? rank(of: row),
        ranks.last.map({ $0 < rank }) ?? true
      else { return nil }
      ranks.append(rank)
    }
    return replacingRows(at: ranks) { place, builder in
      let row = sorted[place]
      builder.append(row.position..<(row.position + 1), of: row.block)
    }
  }

  /// Returns the rank of the row with the same section, sort keys and key; `nil` if it isn't in memory.
  private func rank(of row: BlockRow) -> Int? {
    var work = TreeWork()
    let orderKey = row.orderKey
    guard let found = tree.block(for: orderKey, &work), found.block.counts == nil else {
      return nil
    }
    let rank = found.rank + found.block.position(of: orderKey, grouping, &work)
    return isInMemory(row, at: rank) ? rank : nil
  }

  private func isInMemory(_ row: BlockRow, at rank: Int) -> Bool {
    guard rank < count else { return false }
    let own = self[rank]
    return own.isInMemory && own.hasOrderKey(of: row) && isSummed(own, like: row)
  }

  /// Returns whether a row of the list, if it lacks its contents, has the summed cells of a row with contents.
  private func isSummed(_ own: BlockRow, like row: BlockRow) -> Bool {
    guard let rule = tree.shape.summary, !own.hasContents else { return true }
    return own.record.keptCells(rule) == row.record.keptCells(rule)
  }

  /// Returns the list without the contents of some of its rows; rows that it doesn't have are ignored.
  ///
  /// - Complexity: O(*d* log *n*), where *d* is the number of rows.
  func dropping(contentsOf keys: some Sequence<RowKey>) -> RowList {
    var work = TreeWork()
    let rows = rows(of: Set(keys), &work).filter(\.row.hasContents).sorted { $0.rank < $1.rank }
    guard !rows.isEmpty else { return self }
    return replacingRows(at: rows.map(\.rank)) { place, builder in
      builder.append(withoutContents: rows[place].row, summing: tree.shape.summary)
    }
  }

  /// Returns the list with other blocks in place of those with some rows.
  ///
  /// - Parameters:
  ///   - ranks: The ranks of the rows, in ascending order.
  ///   - append: Appends a row to a block in its new form, given its index among the ranks.
  /// - Returns: The list, which shares all other blocks.
  private func replacingRows(
    at ranks: [Int], _ append: (Int, inout RowBlockBuilder) -> Void
  ) -> RowList {
    let tree = tree.replacingContents(at: ranks) { block, start, own, _ in
      var builder = RowBlockBuilder()
      var kept = 0
      for place in own.indices {
        let position = own[place] - start
        builder.append(kept..<position, of: block)
        append(place, &builder)
        kept = position + 1
      }
      builder.append(kept..<block.count, of: block)
      return builder.block(replacing: block)
    }
    return RowList(tree, directory, sectionRows, wasSorted: wasSorted)
  }
}

extension RowBlockBuilder {
  /// Returns a block with all rows, which are those of another block.
  fileprivate func block(replacing old: RowBlock) -> RowBlock {
    let bare = old.withoutContents ?? (old.hasContents ? nil : old)
    // Without contents, rows take as many bytes as in any other block of them.
    if let bare, bare.bytes.count == bytes.count, !hasContents { return bare }
    return block(0..<count, withoutContents: bare)
  }
}
