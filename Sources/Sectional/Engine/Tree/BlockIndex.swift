/// Tells in which block something may be that has a hash.
struct BlockEntry: HashedEntry {
  let hash: UInt32
  let block: UInt32
}

/// Which blocks hold what has some hash.
typealias BlockIndex = HashBuckets<BlockEntry>

extension HashBuckets<BlockEntry> {
  /// Returns the blocks in which something with a hash may be.
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
