/// Inserts rows into a tree and removes others, in one pass from front to back.
///
/// Only blocks with an edit are rebuilt. A block that became too large is split, two neighbors that became too small
/// are joined, and branches are treated likewise.
struct RowSplice {
  let tree: RowTree
  let rows: [NewRow]
  var directory: BlockDirectory
  var work: TreeWork

  init(_ tree: RowTree, _ directory: BlockDirectory, _ rows: [NewRow], _ work: TreeWork) {
    self.tree = tree
    self.directory = directory
    self.rows = rows
    self.work = work
  }

  /// Returns the tree after some edits, which must be in the order of the rows.
  mutating func tree(after edits: [RowEdit]) -> RowTree {
    var result = tree
    var children = tree.children
    if children.isEmpty, let first = rows.first {
      let separator = first.row.block.order(of: first.row.position, tree.grouping)
      let number = directory.number(forBlockAt: separator)
      let empty = RowBlock(bytes: [], slots: [], runs: SectionRuns())
      children = [RowTree.Child(empty, number: number, separator: separator, tree.shape)]
    }
    result.children = tree.rooted(spliced(children, start: 0, edits[...]))
    return result
  }

  /// Returns the children that replace those of a parent.
  private mutating func spliced(
    _ children: [RowTree.Child], start: Int, _ edits: ArraySlice<RowEdit>
  ) -> [RowTree.Child] {
    work.nodesVisited += 1
    var result: [RowTree.Child] = []
    result.reserveCapacity(children.count + 1)
    var rest = edits
    var start = start
    for index in children.indices {
      let end = start + Int(children[index].rows)
      let next = index + 1 < children.count ? children[index + 1].separator : nil
      let own = rest.prefix { belongs($0, before: end, next) }
      rest = rest[own.endIndex...]
      if own.isEmpty {
        append(children[index], to: &result)
      } else {
        for child in replacement(of: children[index], start: start, own) {
          append(child, to: &result)
        }
      }
      start = end
    }
    return result
  }

  /// Returns whether an edit belongs to a child that ends at some rank, rather than to the next child.
  private mutating func belongs(_ edit: RowEdit, before end: Int, _ next: [UInt8]?) -> Bool {
    guard edit.rank >= end, let next else { return true }
    guard edit.rank == end, edit.kind == .insert else { return false }
    work.keyComparisons += 1
    guard let orderKey = rows[edit.row].orderKey else { return true }
    return ByteOrder.compare(orderKey.bytes, orderKey.compared(tree.grouping), next, next.indices)
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

  /// Appends a child, or joins it with the previous one if that is better.
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
      return RowTree.Child(branch: children, tree.shape)
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
      return RowTree.Child(
        block.block(), number: number, separator: left.separator, tree.shape)
    default: return nil
    }
  }
}
