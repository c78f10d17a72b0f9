/// A way through the rows of a list, from some rank to the last one, which looks for a block only once.
struct RowWalk: Sendable {
  private let list: RowList
  private var block: FoundBlock?
  private var rank: Int

  init(_ list: RowList, from rank: Int = 0) {
    self.list = list
    self.rank = rank
    if rank < list.count { block = list.tree.block(ofRank: rank) }
  }

  /// The row that is reached, or nothing at the end.
  var row: BlockRow? { block.map { BlockRow($0.block, rank - $0.rank) } }

  mutating func advance() {
    rank += 1
    guard let block, rank >= block.rank + block.block.count else { return }
    self.block = rank < list.count ? list.tree.block(ofRank: rank) : nil
  }
}
