/// A directory for finding rows by key, by rowid, or by the values of some columns: it records which block holds a row, and
/// where in the tree that block is.
///
/// Blocks are identified by numbers. A block keeps its number and its separator when it is rewritten, so the
/// directory has to be updated only when rows are inserted, deleted, or moved to another block.
struct BlockDirectory: Sendable {
  private var identities: BlockIndex
  private var rowIDs: BlockIndex
  /// Which blocks hold rows with a value in a column, for each column by which rows are found.
  private var values: [ColumnIndex]
  private var separators: PagedArray<[UInt8]>
  /// The numbers of blocks that no longer exist.
  private var freeNumbers: [UInt32] = []

  /// Creates a directory of blocks that are numbered in order.
  ///
  /// - Parameters:
  ///   - blocks: The blocks.
  ///   - separators: For each block, a position in the order that leads to it.
  ///   - columns: The columns by whose values rows are found.
  init(_ blocks: [RowBlock], separators: [[UInt8]], findingBy columns: [Int] = []) {
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
    values = columns.map { ColumnIndex(of: $0, in: blocks) }
  }

  /// The number of rows in the directory.
  var identityCount: Int { identities.count }

  /// Returns the blocks that may hold a row whose key has the given hash.
  func blocks(ofHash hash: UInt32) -> [UInt32] { identities.blocks(of: hash) }

  /// Returns the blocks that may hold the row with the given rowid.
  func blocks(ofRowID rowID: Int64) -> [UInt32] { rowIDs.blocks(of: IdentityHash.hash(rowID)) }

  /// Returns the blocks that may hold rows with a value in a column, some of them repeatedly; `nil` if rows aren't found by that
  /// column.
  func blocks(of value: LooseValue, in column: Int) -> [UInt32]? {
    values.first { $0.column == column }?.blocks.blocks(of: value.hash)
  }

  /// Returns a position in the order that leads to a block.
  func separator(of number: UInt32) -> [UInt8] { separators[Int(number)] }

  /// Returns the hashes that more than one row has; two rows with such a hash may have the same key.
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
  /// Assigns a number to a new block.
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

  /// Records that a block no longer exists; its rows must have been removed or moved before.
  mutating func free(_ number: UInt32) {
    separators[Int(number)] = []
    freeNumbers.append(number)
  }

  mutating func add(_ position: Int, of block: RowBlock, in number: UInt32) {
    identities.insert(block.slots[position].hash, in: number)
    if let rowID = block[position].rowID { rowIDs.insert(IdentityHash.hash(rowID), in: number) }
    for index in values.indices {
      values[index].blocks.insert(values[index].hash(of: block[position]), in: number)
    }
  }

  mutating func remove(_ position: Int, of block: RowBlock, from number: UInt32) {
    identities.remove(block.slots[position].hash, from: number)
    if let rowID = block[position].rowID {
      rowIDs.remove(IdentityHash.hash(rowID), from: number)
    }
    for index in values.indices {
      values[index].blocks.remove(values[index].hash(of: block[position]), from: number)
    }
  }

  mutating func move(_ position: Int, of block: RowBlock, from old: UInt32, to new: UInt32) {
    identities.move(block.slots[position].hash, from: old, to: new)
    if let rowID = block[position].rowID {
      rowIDs.move(IdentityHash.hash(rowID), from: old, to: new)
    }
    for index in values.indices {
      values[index].blocks.move(values[index].hash(of: block[position]), from: old, to: new)
    }
  }

  /// Records that a row has new contents, and possibly a different rowid.
  mutating func replace(_ old: PackedRecord, with new: PackedRecord, in number: UInt32) {
    for index in values.indices {
      let (gone, come) = (values[index].hash(of: old), values[index].hash(of: new))
      guard gone != come else { continue }
      values[index].blocks.remove(gone, from: number)
      values[index].blocks.insert(come, in: number)
    }
    guard old.rowID != new.rowID else { return }
    if let rowID = old.rowID { rowIDs.remove(IdentityHash.hash(rowID), from: number) }
    if let rowID = new.rowID { rowIDs.insert(IdentityHash.hash(rowID), in: number) }
  }
}

/// Which blocks hold rows with a value in a column.
private struct ColumnIndex {
  let column: Int
  var blocks: BlockIndex

  init(of column: Int, in blocks: [RowBlock]) {
    self.column = column
    self.blocks = BlockIndex()
    var entries: [BlockEntry] = []
    for (number, block) in blocks.enumerated() {
      for position in block.slots.indices {
        entries.append(BlockEntry(hash: hash(of: block[position]), block: UInt32(number)))
      }
    }
    self.blocks = BlockIndex(entries)
  }

  func hash(of row: PackedRecord) -> UInt32 { LooseValue(row.cell(at: column)).hash }
}
