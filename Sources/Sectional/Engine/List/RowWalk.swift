/// An iteration over the rows of a list, from a rank to the last row, which looks up each block only once.
struct RowWalk: Sendable {
  private let list: RowList
  private var block: FoundBlock?
  private(set) var rank: Int

  init(_ list: RowList, from rank: Int = 0) {
    self.list = list
    self.rank = rank
    if rank < list.count { block = list.tree.block(ofRank: rank) }
  }

  /// The current row, or `nil` at the end.
  var row: BlockRow? { block.map { BlockRow($0.block, rank - $0.rank) } }

  mutating func advance() {
    rank += 1
    guard let block, rank >= block.rank + block.block.count else { return }
    findBlock()
  }

  /// Passes over the rows from here on that two walks find at the same places of the same blocks: they are the same rows.
  static func skipSharedRows(_ one: inout RowWalk, _ other: inout RowWalk) {
    while let first = one.block, let second = other.block, first.block === second.block,
      one.rank - first.rank == other.rank - second.rank
    {
      one.rank = first.rank + first.block.count
      other.rank = second.rank + second.block.count
      one.findBlock()
      other.findBlock()
    }
  }

  private mutating func findBlock() {
    block = rank < list.count ? list.tree.block(ofRank: rank) : nil
  }
}
