/// Writes values as bytes whose order is the order of the values.
///
/// Every segment is prefix-free, so segments may follow one another and still compare as a whole.
/// Between types the order is null, numbers (integers and reals by value, exactly), text, blobs. A number is the nearest
/// double towards minus infinity, order-preserving, and what remains of an integer beyond it. In text and blobs
/// 0x00 becomes 0x00 0xFF, and 0x00 0x01 ends them. A reversed segment is the complement of the forward one.
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
    if case .null = cell {
      bytes.append(rule.placesNullsLast ? Tag.nullLast : Tag.nullFirst)
      return
    }
    let start = bytes.count
    append(cell, collation: rule.collation, to: &bytes)
    guard rule.isReversed else { return }
    for position in start..<bytes.count { bytes[position] = ~bytes[position] }
  }

  private static func append(
    _ cell: PackedCell, collation: TextCollation, to bytes: inout [UInt8]
  ) {
    switch cell {
    case .null: break
    case .integer(let integer): append(integer, to: &bytes)
    case .real(let real): append(real, remainder: 0, to: &bytes)
    case .text(let content):
      bytes.append(Tag.text)
      append(content, collation: collation, to: &bytes)
    case .blob(let content):
      bytes.append(Tag.blob)
      append(content, collation: .binary, to: &bytes)
    }
  }

  /// Appends a rowid, which is never the same as a number in a column.
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
    bytes.append(Tag.number)
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: ordered >> UInt64(shift)))
    }
    bytes.append(UInt8(remainder >> 8))
    bytes.append(UInt8(remainder & 0xFF))
  }

  private static func append(
    _ content: ArraySlice<UInt8>, collation: TextCollation, to bytes: inout [UInt8]
  ) {
    for byte in content {
      bytes.append(collation.folded(byte))
      if byte == 0 { bytes.append(0xFF) }
    }
    bytes.append(0)
    bytes.append(1)
  }
}
