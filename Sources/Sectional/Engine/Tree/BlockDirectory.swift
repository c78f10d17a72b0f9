/// Where rows are found by what identifies them: which block holds them, and where in the tree the block stands.
///
/// It knows blocks by numbers. A number and its separator stay while the block is rewritten; rows have to be told about
/// only when they come, go, or pass to another block.
struct BlockDirectory: Sendable {
  private var identities: BlockIndex
  private var rowIDs: BlockIndex
  private var separators: PagedArray<[UInt8]>
  /// Numbers whose blocks are gone.
  private var freeNumbers: [UInt32] = []

  /// Makes the directory of blocks that are numbered in their order.
  init(_ blocks: [RowBlock], separators: [[UInt8]]) {
    self.separators = PagedArray(separators)
    var entries: [BlockEntry] = []
    var rowEntries: [BlockEntry] = []
    entries.reserveCapacity(blocks.reduce(0) { $0 + $1.count })
    for (number, block) in blocks.enumerated() {
      for slot in block.slots {
        entries.append(BlockEntry(hash: slot.hash, block: UInt32(number)))
      }
      guard block.count > 0, block[0].rowID != nil else { continue }
      for position in 0..<block.count {
        guard let rowID = block[position].rowID else { continue }
        rowEntries.append(BlockEntry(hash: IdentityHash.hash(rowID), block: UInt32(number)))
      }
    }
    identities = BlockIndex(entries)
    rowIDs = BlockIndex(rowEntries)
  }

  /// The number of rows it knows.
  var identityCount: Int { identities.count }

  /// Returns the blocks that may hold the row whose identity has some hash.
  func blocks(ofHash hash: UInt32) -> [UInt32] { identities.blocks(of: hash) }

  /// Returns the blocks that may hold the row with some rowid.
  func blocks(ofRowID rowID: Int64) -> [UInt32] { rowIDs.blocks(of: IdentityHash.hash(rowID)) }

  /// Returns a place in the order that leads to a block.
  func separator(of number: UInt32) -> [UInt8] { separators[Int(number)] }

  /// Returns the hashes that more than one row has, which may be two rows with one identity.
  func doubtfulHashes() -> Set<UInt32> {
    var doubtful: Set<UInt32> = []
    identities.forEachBucket { bucket in
      for one in bucket.indices {
        for other in 0..<one where bucket[one].hash == bucket[other].hash {
          doubtful.insert(bucket[one].hash)
        }
      }
    }
    return doubtful
  }
}

extension BlockDirectory {
  /// Numbers a new block.
  mutating func number(forBlockAt separator: [UInt8]) -> UInt32 {
    guard let number = freeNumbers.popLast() else {
      separators.append(separator)
      return UInt32(separators.count - 1)
    }
    separators[Int(number)] = separator
    return number
  }

  mutating func setSeparator(_ separator: [UInt8], of number: UInt32) {
    separators[Int(number)] = separator
  }

  /// Notes that a block is gone, whose rows have left it before.
  mutating func free(_ number: UInt32) {
    separators[Int(number)] = []
    freeNumbers.append(number)
  }

  mutating func add(_ position: Int, of block: RowBlock, in number: UInt32) {
    identities.insert(block.slots[position].hash, in: number)
    if let rowID = block[position].rowID { rowIDs.insert(IdentityHash.hash(rowID), in: number) }
  }

  mutating func remove(_ position: Int, of block: RowBlock, from number: UInt32) {
    identities.remove(block.slots[position].hash, from: number)
    if let rowID = block[position].rowID {
      rowIDs.remove(IdentityHash.hash(rowID), from: number)
    }
  }

  mutating func move(_ position: Int, of block: RowBlock, from old: UInt32, to new: UInt32) {
    identities.move(block.slots[position].hash, from: old, to: new)
    if let rowID = block[position].rowID {
      rowIDs.move(IdentityHash.hash(rowID), from: old, to: new)
    }
  }

  /// Notes that a row has other contents, and perhaps another rowid.
  mutating func replace(_ old: PackedRecord, with new: PackedRecord, in number: UInt32) {
    guard old.rowID != new.rowID else { return }
    if let rowID = old.rowID { rowIDs.remove(IdentityHash.hash(rowID), from: number) }
    if let rowID = new.rowID { rowIDs.insert(IdentityHash.hash(rowID), in: number) }
  }
}
