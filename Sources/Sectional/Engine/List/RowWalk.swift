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
    self.block = rank < list.count ? list.tree.block(ofRank: rank) : nil
  }
}
