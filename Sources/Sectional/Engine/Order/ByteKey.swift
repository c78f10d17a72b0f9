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

  /// Appends one segment for the only cell of a row.
  static func append(_ cell: PackedRow, by rule: OrderRule, to bytes: inout [UInt8]) {
    ByteWriter.append(to: &bytes) { writer in
      unsafe cell.bytes.withUnsafeBytes { unsafe append($0, at: 0, by: rule, to: &writer) }
    }
  }

  /// Appends a rowid, which never equals a number in a column.
  static func append(rowID: Int64, to bytes: inout [UInt8]) {
    ByteWriter.append(to: &bytes) { append(rowID: rowID, to: &$0) }
  }

  /// Appends one segment for the cell at an offset of a packed row.
  static func append(
    _ row: UnsafeRawBufferPointer, at offset: Int, by rule: OrderRule, to writer: inout ByteWriter
  ) {
    guard rule.ranks == nil else {
      var value: [UInt8] = []
      ByteWriter.append(to: &value) {
        unsafe append(row, at: offset, by: OrderRule(column: 0), to: &$0)
      }
      return append(value, by: rule, to: &writer)
    }
    let start = writer.count
    var cell = unsafe RawCell(row, at: offset)
    switch cell.tag {
    case CellTag.null: return appendNull(rule, to: &writer)
    case CellTag.real:
      append(Double(bitPattern: cell.littleEndian(8)), remainder: 0, to: &writer)
    case CellTag.text: unsafe appendText(cell.content(), rule.collation, to: &writer)
    case CellTag.blob: unsafe appendBlob(cell.content(), to: &writer)
    default: append(cell.integer(), to: &writer)
    }
    if rule.isReversed { writer.replace(from: start) { ~$0 } }
  }

  /// Appends the rank of a value.
  private static func append(
    _ value: [UInt8], by rule: OrderRule, to writer: inout ByteWriter
  ) {
    guard let ranks = rule.ranks else { return }
    append(ranks.rank(of: value), to: &writer)
  }

  private static func appendNull(_ rule: OrderRule, to writer: inout ByteWriter) {
    writer.append(rule.placesNullsLast ? Tag.nullLast : Tag.nullFirst)
  }

  /// Appends a rowid, which never equals a number in a column.
  static func append(rowID: Int64, to writer: inout ByteWriter) {
    writer.append(Tag.rowID)
    append(rowID, to: &writer)
  }

  /// Appends an integer so that it compares exactly with every real.
  private static func append(_ integer: Int64, to writer: inout ByteWriter) {
    var floor = Double(integer)
    if floor >= 0x1p63 || Int64(floor) > integer { floor = floor.nextDown }
    append(floor, remainder: UInt16(integer - Int64(floor)), to: &writer)
  }

  private static func append(_ real: Double, remainder: UInt16, to writer: inout ByteWriter) {
    let pattern = real.bitPattern
    let ordered = pattern >> 63 == 0 ? pattern | 1 << 63 : ~pattern
    writer.append(Tag.number)
    writer.append(ordered.byteSwapped, length: 8)
    writer.append(UInt64(remainder.byteSwapped), length: 2)
  }

  private static func appendText(
    _ content: UnsafeRawBufferPointer, _ collation: TextCollation, to writer: inout ByteWriter
  ) {
    writer.append(Tag.text)
    let start = writer.count
    switch collation {
    case .binary: break
    case .caseInsensitive:
      unsafe appendEscaped(content, to: &writer)
      // Zero bytes and the bytes that follow them in escapes aren't letters.
      return writer.replace(from: start) { collation.folded($0) }
    case .collated(let reference):
      writer.withArray { bytes in
        unsafe reference.collator.appendSortKey(ofUTF8: content, to: &bytes)
        escape(&bytes, from: start)
      }
    }
    unsafe appendEscaped(content, to: &writer)
  }

  /// Escapes the bytes from an offset on and marks their end.
  private static func escape(_ bytes: inout [UInt8], from start: Int) {
    if bytes[start...].contains(0) {
      let content = Array(bytes[start...])
      bytes.removeSubrange(start...)
      ByteWriter.append(to: &bytes) { writer in
        unsafe content.withUnsafeBytes { unsafe appendEscaped($0, to: &writer) }
      }
    } else {
      bytes += [0, 1]
    }
  }

  private static func appendBlob(
    _ content: UnsafeRawBufferPointer, to writer: inout ByteWriter
  ) {
    writer.append(Tag.blob)
    unsafe appendEscaped(content, to: &writer)
  }

  private static func appendEscaped(
    _ content: UnsafeRawBufferPointer, to writer: inout ByteWriter
  ) {
    if unsafe content.contains(0) {
      for position in 0..<content.count {
        let byte = unsafe content[position]
        writer.append(byte)
        if byte == 0 { writer.append(0xFF) }
      }
    } else {
      unsafe writer.append(content)
    }
    writer.append(UInt64(UInt16(1).byteSwapped), length: 2)
  }
}
