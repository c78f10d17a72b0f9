/// Puts new rows into a tree and takes others out, in one way through it from front to back.
///
/// Only blocks with an edit are made anew. One that became too large is divided, two neighbors that became too small
/// are joined, and branches likewise.
struct RowSplice {
  private let tree: RowTree
  private let rows: [NewRow]
  private(set) var directory: BlockDirectory
  private(set) var work: TreeWork

  init(_ tree: RowTree, _ directory: BlockDirectory, _ rows: [NewRow], _ work: TreeWork) {
    self.tree = tree
    self.directory = directory
    self.rows = rows
    self.work = work
  }

  /// Returns the tree after some edits, which are in the order of the rows.
  mutating func tree(after edits: [RowEdit]) -> RowTree {
    var result = tree
    var children = tree.children
    if children.isEmpty, let first = rows.first {
      let separator = first.row.block.order(of: first.row.position, tree.grouping)
      let number = directory.number(forBlockAt: separator)
      let empty = RowBlock(bytes: [], slots: [], runs: [])
      children = [RowTree.Child(empty, number: number, separator: separator)]
    }
    result.children = tree.rooted(spliced(children, start: 0, edits[...]))
    return result
  }

  /// Returns what becomes of the children of one parent.
  private mutating func spliced(
    _ children: [RowTree.Child], start: Int, _ edits: ArraySlice<RowEdit>
  ) -> [RowTree.Child] {
    work.nodesVisited += 1
    var result: [RowTree.Child] = []
    result.reserveCapacity(children.count + 1)
    var rest = edits
    var start = start
    for place in children.indices {
      let end = start + Int(children[place].rows)
      let next = place + 1 < children.count ? children[place + 1].separator : nil
      let own = rest.prefix { belongs($0, before: end, next) }
      rest = rest[own.endIndex...]
      if own.isEmpty {
        append(children[place], to: &result)
      } else {
        for child in replacement(of: children[place], start: start, own) {
          append(child, to: &result)
        }
      }
      start = end
    }
    return result
  }

  /// Tells whether an edit is for a child that ends at some rank, and not for the one after it.
  private mutating func belongs(_ edit: RowEdit, before end: Int, _ next: [UInt8]?) -> Bool {
    guard edit.rank >= end, let next else { return true }
    guard edit.rank == end, edit.kind == .insert else { return false }
    work.keyComparisons += 1
    guard let place = rows[edit.row].place else { return true }
    return ByteOrder.compare(place.bytes, place.compared(tree.grouping), next, next.indices)
      == .less
  }

  private mutating func replacement(
    of child: RowTree.Child, start: Int, _ edits: ArraySlice<RowEdit>
  ) -> [RowTree.Child] {
    switch child.content {
    case .branch(let children):
      return tree.branches(of: spliced(children, start: start, edits))
    case .block(let block, let number):
      work.nodesVisited += 1
      return blocks(of: block, number, child.separator, start: start, edits)
    }
  }

  /// Appends a child, or joins it with the one before where both are small.
  private mutating func append(_ child: RowTree.Child, to children: inout [RowTree.Child]) {
    guard let last = children.last, let joined = joined(last, child) else {
      return children.append(child)
    }
    children[children.count - 1] = joined
  }

  private mutating func joined(
    _ left: RowTree.Child, _ right: RowTree.Child
  ) -> RowTree.Child? {
    switch (left.content, right.content) {
    case (.branch(let one), .branch(let other)):
      guard tree.shape.joinsBranches(one.count, other.count) else { return nil }
      var children = one
      for child in other { append(child, to: &children) }
      return RowTree.Child(branch: children)
    case (.block(let one, let number), .block(let other, let gone)):
      guard tree.shape.joinsBlocks(one, other) else { return nil }
      var block = RowBlockBuilder()
      block.reserveCapacity(
        bytes: one.bytes.count + other.bytes.count, rows: one.count + other.count)
      block.append(0..<one.count, of: one)
      block.append(0..<other.count, of: other)
      work.rowsCopied += block.count
      for position in 0..<other.count {
        directory.move(position, of: other, from: gone, to: number)
      }
      directory.free(gone)
      return RowTree.Child(block.block(), number: number, separator: left.separator)
    default: return nil
    }
  }
}

extension RowSplice {
  /// Returns the blocks that take the place of one.
  private mutating func blocks(
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
      note(own, piece, inserted, from: number, in: owner)
      children.append(RowTree.Child(own, number: owner, separator: bound))
    }
    return children
  }

  /// Tells the directory which rows a part of a block has that is made anew.
  private mutating func note(
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

  /// Lowers the separator of a block that got rows below it, which only the first block of all can.
  private mutating func lowered(
    _ separator: [UInt8], of number: UInt32, to block: RowBlock
  ) -> [UInt8] {
    let first = block.order(of: 0, tree.grouping)
    guard ByteOrder.compare(first, separator) == .less else { return separator }
    directory.setSeparator(first, of: number)
    return first
  }

  /// Returns a block's rows after some edits, in one block of any size, and the positions of those that are new.
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

  /// Returns by how many bytes a block grows.
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
