/// Encodes values as bytes that compare in the order of the values.
///
/// Every segment is prefix-free, so concatenated segments still compare correctly as a whole. The order of types is
/// null, numbers (integers and reals, compared exactly by value), text, blobs. A number is encoded as the nearest
/// double toward negative infinity, in order-preserving form, followed by the remainder of an integer above that
/// double. In text and blobs, 0x00 is escaped as 0x00 0xFF, and 0x00 0x01 marks the end. Text that a collator orders is
/// encoded as its sort key, followed by the text itself. A reversed segment is the complement of the forward one.
enum ByteKey {
  enum Tag {
    static let nullFirst: UInt8 = 0x01
    static let rowID: UInt8 = 0x10
    static let number: UInt8 = 0x20
    static let text: UInt8 = 0x30
    static let blob: UInt8 = 0x40
    static let nullLast: UInt8 = 0xFE
  }

  /// Appends one segment.
  static func append(_ cell: PackedCell, by rule: OrderRule, to bytes: inout [UInt8]) {
    let start = bytes.count
    if let ranks = rule.ranks {
      append(cell, by: OrderRule(column: 0), to: &bytes)
      return replace(&bytes, from: start, by: ranks)
    }
    switch cell {
    case .null: return appendNull(rule, to: &bytes)
    case .integer(let integer): append(integer, to: &bytes)
    case .real(let real): append(real, remainder: 0, to: &bytes)
    case .text(let content):
      unsafe content.withUnsafeBytes { unsafe appendText($0, rule.collation, to: &bytes) }
    case .blob(let content):
      unsafe content.withUnsafeBytes { unsafe appendBlob($0, to: &bytes) }
    }
    if rule.isReversed { complement(&bytes, from: start) }
  }

  /// Appends one segment for the cell at an offset of a packed row.
  static func append(
    _ row: [UInt8], at offset: Int, by rule: OrderRule, to bytes: inout [UInt8]
  ) {
    let start = bytes.count
    if let ranks = rule.ranks {
      append(row, at: offset, by: OrderRule(column: 0), to: &bytes)
      return replace(&bytes, from: start, by: ranks)
    }
    unsafe row.withUnsafeBytes { row in
      var cell = unsafe RawCell(row, at: offset)
      switch cell.tag {
      case CellTag.null: appendNull(rule, to: &bytes)
      case CellTag.real:
        append(Double(bitPattern: cell.littleEndian(8)), remainder: 0, to: &bytes)
      case CellTag.text: unsafe appendText(cell.content(), rule.collation, to: &bytes)
      case CellTag.blob: unsafe appendBlob(cell.content(), to: &bytes)
      default: append(cell.integer(), to: &bytes)
      }
      if cell.tag != CellTag.null, rule.isReversed { complement(&bytes, from: start) }
    }
  }

  /// Replaces the segment of a value by that of its rank.
  private static func replace(_ bytes: inout [UInt8], from start: Int, by ranks: ValueRanks) {
    let rank = ranks.rank(of: Array(bytes[start...]))
    bytes.removeSubrange(start...)
    append(rank, to: &bytes)
  }

  private static func appendNull(_ rule: OrderRule, to bytes: inout [UInt8]) {
    bytes.append(rule.placesNullsLast ? Tag.nullLast : Tag.nullFirst)
  }

  private static func complement(_ bytes: inout [UInt8], from start: Int) {
    for position in start..<bytes.count { bytes[position] = ~bytes[position] }
  }

  /// Appends a rowid, which never equals a number in a column.
  static func append(rowID: Int64, to bytes: inout [UInt8]) {
    bytes.append(Tag.rowID)
    append(rowID, to: &bytes)
  }

  /// Appends an integer so that it compares exactly with every real.
  static func append(_ integer: Int64, to bytes: inout [UInt8]) {
    var floor = Double(integer)
    if floor >= 0x1p63 || Int64(floor) > integer { floor = floor.nextDown }
    append(floor, remainder: UInt16(integer - Int64(floor)), to: &bytes)
  }

  private static func append(_ real: Double, remainder: UInt16, to bytes: inout [UInt8]) {
    let pattern = real.bitPattern
    let ordered = pattern >> 63 == 0 ? pattern | 1 << 63 : ~pattern
    // The tag, eight bytes and two more, in one step.
    let words = (
      (UInt64(Tag.number) << 56 | ordered >> 8).bigEndian,
      (ordered << 56 | UInt64(remainder) << 40).bigEndian
    )
    unsafe withUnsafeBytes(of: words) { words in
      unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: words[..<11]))
    }
  }

  private static func appendText(
    _ content: UnsafeRawBufferPointer, _ collation: TextCollation, to bytes: inout [UInt8]
  ) {
    if collation == .binary, unsafe appendShort(Tag.text, content, to: &bytes) { return }
    bytes.append(Tag.text)
    let start = bytes.count
    switch collation {
    case .binary: break
    case .caseInsensitive:
      unsafe appendEscaped(content, to: &bytes)
      // Zero bytes and the bytes that follow them in escapes aren't letters.
      for position in start..<bytes.count { bytes[position] = collation.folded(bytes[position]) }
      return
    case .collated(let reference):
      unsafe reference.collator.appendSortKey(ofUTF8: content, to: &bytes)
      escape(&bytes, from: start)
    }
    unsafe appendEscaped(content, to: &bytes)
  }

  /// Appends a tag, bytes without a zero byte, and their end, in one step; returns `false` if there are too many bytes.
  private static func appendShort(
    _ tag: UInt8, _ content: UnsafeRawBufferPointer, to bytes: inout [UInt8]
  ) -> Bool {
    guard content.count <= 128, unsafe !content.contains(0) else { return false }
    unsafe withUnsafeTemporaryAllocation(byteCount: 128 + 3, alignment: 8) { segment in
      unsafe segment[0] = tag
      unsafe UnsafeMutableRawBufferPointer(rebasing: segment[1...]).copyMemory(from: content)
      unsafe segment.storeBytes(
        of: UInt16(1).bigEndian, toByteOffset: content.count + 1, as: UInt16.self)
      let whole = unsafe UnsafeRawBufferPointer(rebasing: segment[..<(content.count + 3)])
      unsafe bytes.append(contentsOf: whole)
    }
    return true
  }

  /// Escapes the bytes from an offset on and marks their end.
  private static func escape(_ bytes: inout [UInt8], from start: Int) {
    if bytes[start...].contains(0) {
      let content = Array(bytes[start...])
      bytes.removeSubrange(start...)
      unsafe content.withUnsafeBytes { unsafe appendEscaped($0, to: &bytes) }
    } else {
      unsafe withUnsafeBytes(of: UInt16(1).bigEndian) { unsafe bytes.append(contentsOf: $0) }
    }
  }

  private static func appendBlob(_ content: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    bytes.append(Tag.blob)
    unsafe appendEscaped(content, to: &bytes)
  }

  private static func appendEscaped(_ content: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    if unsafe content.contains(0) {
      for position in 0..<content.count {
        let byte = unsafe content[position]
        bytes.append(byte)
        if byte == 0 { bytes.append(0xFF) }
      }
    } else {
      unsafe bytes.append(contentsOf: content)
    }
    unsafe withUnsafeBytes(of: UInt16(1).bigEndian) { unsafe bytes.append(contentsOf: $0) }
  }
}
