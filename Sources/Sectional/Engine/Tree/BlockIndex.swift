/// The block that may hold an item with a hash.
struct BlockEntry: HashedEntry {
  let hash: UInt32
  let block: UInt32
}

/// The blocks that hold the items with a hash.
typealias BlockIndex = HashBuckets<BlockEntry>

extension HashBuckets<BlockEntry> {
  /// Returns the blocks that may hold items with a hash.
  func blocks(of hash: UInt32) -> [UInt32] {
    self[hash].lazy.filter { $0.hash == hash }.map(\.block)
  }

  mutating func insert(_ hash: UInt32, in block: UInt32) {
    insert(BlockEntry(hash: hash, block: block))
  }

  mutating func remove(_ hash: UInt32, from block: UInt32) {
    remove(hash) { $0.hash == hash && $0.block == block }
  }

  mutating func move(_ hash: UInt32, from old: UInt32, to new: UInt32) {
    replace(with: BlockEntry(hash: hash, block: new)) { $0.hash == hash && $0.block == old }
  }
}
