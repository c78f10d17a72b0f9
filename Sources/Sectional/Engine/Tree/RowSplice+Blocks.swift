extension RowSplice {
  /// Returns the blocks that replace a block.
  mutating func blocks(
    of block: RowBlock, _ number: UInt32, _ separator: [UInt8], start: Int,
    _ edits: ArraySlice<RowEdit>
  ) -> [RowTree.Child] {
    let (merged, inserted) = merged(block, number, start: start, edits)
    guard merged.count > 0 else {
      directory.free(number)
      return []
    }
    work.rowsCopied += merged.count
    let appends = edits.allSatisfy { $0.kind == .insert && $0.rank == start + block.count }
    let pieces = tree.shape.pieces(of: merged, keeping: appends ? block.count : nil)
    var children: [RowTree.Child] = []
    for piece in pieces {
      let own = pieces.count == 1 ? merged.block() : merged.block(piece)
      let isFirst = children.isEmpty
      let bound =
        isFirst ? lowered(separator, of: number, to: own) : own.order(of: 0, tree.grouping)
      let owner = isFirst ? number : directory.number(forBlockAt: bound)
      updateDirectory(own, piece, inserted, from: number, in: owner)
      children.append(RowTree.Child(own, number: owner, separator: bound, tree.shape))
    }
    return children
  }

  /// Enters the rows of a part of a rebuilt block into the directory.
  private mutating func updateDirectory(
    _ block: RowBlock, _ piece: Range<Int>, _ inserted: [Int], from old: UInt32, in owner: UInt32
  ) {
    var rest = inserted.drop { $0 < piece.lowerBound }
    for position in piece {
      if rest.first == position {
        directory.add(position - piece.lowerBound, of: block, in: owner)
        rest.removeFirst()
      } else if owner != old {
        directory.move(position - piece.lowerBound, of: block, from: old, to: owner)
      }
    }
  }

  /// Lowers the separator of a block if it received rows that precede it, which can only happen to the first block of
  /// all.
  private mutating func lowered(
    _ separator: [UInt8], of number: UInt32, to block: RowBlock
  ) -> [UInt8] {
    let first = block.order(of: 0, tree.grouping)
    guard ByteOrder.compare(first, separator) == .less else { return separator }
    directory.setSeparator(first, of: number)
    return first
  }

  /// Returns a block's rows after some edits, as one block of any size, and the positions of the new rows.
  private mutating func merged(
    _ block: RowBlock, _ number: UInt32, start: Int, _ edits: ArraySlice<RowEdit>
  ) -> (RowBlockBuilder, inserted: [Int]) {
    var merged = RowBlockBuilder()
    merged.reserveCapacity(
      bytes: block.bytes.count + byteDifference(of: block, start: start, edits),
      rows: block.count + edits.reduce(0) { $0 + $1.difference })
    var inserted: [Int] = []
    var kept = 0
    for edit in edits {
      let position = edit.rank - start
      merged.append(kept..<position, of: block)
      kept = edit.kind == .insert ? position : position + 1
      guard edit.kind != .remove else {
        directory.remove(position, of: block, from: number)
        continue
      }
      let row = rows[edit.row].row
      merged.append(row.position..<(row.position + 1), of: row.block)
      if edit.kind == .insert {
        inserted.append(merged.count - 1)
      } else {
        directory.replace(block[position], with: row.record, in: number)
      }
    }
    merged.append(kept..<block.count, of: block)
    return (merged, inserted)
  }

  /// Returns the number of bytes by which a block grows.
  private func byteDifference(
    of block: RowBlock, start: Int, _ edits: ArraySlice<RowEdit>
  ) -> Int {
    edits.reduce(0) { sum, edit in
      let gone = edit.kind == .insert ? 0 : block.range(of: edit.rank - start).count
      guard edit.kind != .remove else { return sum - gone }
      let row = rows[edit.row].row
      return sum - gone + row.block.range(of: row.position).count
    }
  }
}
