/// A row in a block: the positions of its parts in the block's bytes.
struct PackedRecord {
  let bytes: [UInt8]
  /// The rowid, if rows can be looked up by it.
  let rowID: Int64?
  let sort: Range<Int>
  let identity: Range<Int>
  /// The row's cells; of a row without contents, those that are summed up, after a mark, or nothing.
  let contents: Range<Int>

  /// Locates the parts of a row.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    var position = range.lowerBound
    let sortLength = PackedLength.read(bytes, at: &position)
    let identityLength = PackedLength.read(bytes, at: &position)
    if sortLength & 1 == 1 {
      var pattern: UInt64 = 0
      for offset in 0..<8 { pattern |= UInt64(bytes[position + offset]) << (8 * offset) }
      rowID = Int64(bitPattern: pattern)
      position += 8
    } else {
      rowID = nil
    }
    sort = position..<(position + sortLength >> 1)
    identity = sort.upperBound..<(sort.upperBound + identityLength)
    contents = identity.upperBound..<range.upperBound
  }

  /// The row's key.
  var key: RowKey { RowKey(bytes: Array(bytes[identity])) }

  /// The row's cells.
  var packedRow: PackedRow { PackedRow(bytes: Array(bytes[contents])) }

  /// Locates a cell of the row.
  func cell(at column: Int) -> PackedCell { PackedRow.cell(at: column, of: bytes, in: contents) }

  /// Returns whether the row has the key with the given bytes.
  func isIdentified(by key: [UInt8]) -> Bool {
    identity.count == key.count
      && ByteOrder.compare(bytes, identity, key, key.indices) == .equal
  }

  /// Compares the sort keys and the key with those of an order key.
  func compareOrder(with orderKey: RowOrderKey) -> ByteOrder {
    ByteOrder.compare(
      bytes, sort.lowerBound..<identity.upperBound, orderKey.bytes,
      orderKey.sectionEnd..<orderKey.bytes.count)
  }

  /// Compares the sort keys and the keys.
  func compareOrder(with other: PackedRecord) -> ByteOrder {
    ByteOrder.compare(
      bytes, sort.lowerBound..<identity.upperBound,
      other.bytes, other.sort.lowerBound..<other.identity.upperBound)
  }

  /// Whether all cells of the row are known; otherwise its order, its key and the cells that are summed up are.
  var hasContents: Bool { !contents.isEmpty && bytes[contents.lowerBound] != CellTag.summed }

  /// The cells that are summed up, of a row without contents.
  var summed: Range<Int> { contents.dropFirst() }

  /// Returns what is kept of the row without its contents: the cells that are summed up, after a mark, or nothing.
  func keptCells(_ rule: SummaryRule?) -> [UInt8] {
    hasContents
      ? PackedRow.summed(at: rule?.inputs ?? [], of: bytes, in: contents) : Array(bytes[contents])
  }

  /// Returns whether cells that are summed up may differ, of rows of which one lacks its contents.
  func mayHaveOtherSummed(than other: PackedRecord) -> Bool {
    guard hasContents == other.hasContents else {
      return !(hasContents ? other : self).contents.isEmpty
    }
    return !hasContents
      && ByteOrder.compare(bytes, contents, other.bytes, other.contents) != .equal
  }

  /// Returns whether the cells of both rows are known and differ.
  func hasOtherContents(than other: PackedRecord) -> Bool {
    hasContents && other.hasContents
      && (contents.count != other.contents.count
        || ByteOrder.compare(bytes, contents, other.bytes, other.contents) != .equal)
  }

  /// Returns the order key of the row, given its section.
  func orderKey(in section: [UInt8]) -> RowOrderKey {
    RowOrderKey(
      bytes: section + bytes[sort.lowerBound..<identity.upperBound], sectionEnd: section.count,
      identityStart: section.count + sort.count)
  }

  /// Appends a row in packed form.
  static func append(
    _ orderKey: RowOrderKey, contents: UnsafeRawBufferPointer, rowID: Int64?,
    to bytes: inout [UInt8]
  ) {
    ByteWriter.append(to: &bytes) { writer in
      writer.append(packedLength: orderKey.sort.count << 1 | (rowID == nil ? 0 : 1))
      writer.append(packedLength: orderKey.identity.count)
      if let rowID { writer.append(UInt64(bitPattern: rowID), length: 8) }
      unsafe orderKey.bytes.withUnsafeBytes { order in
        unsafe writer.append(UnsafeRawBufferPointer(rebasing: order[orderKey.sectionEnd...]))
      }
      unsafe writer.append(contents)
    }
  }
}
