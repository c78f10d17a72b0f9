extension RowOrdering {
  /// Returns the value that all rows of a section share, given the bytes of the section; numbers are decoded by value.
  func sectionValue(of bytes: [UInt8]) -> StoredValue {
    guard let exact = section.last else { return .null }
    var start = 0
    for rule in section.dropLast() { start = ByteKey.end(of: rule, at: start, in: bytes) }
    guard start < bytes.count, !ByteKey.isNull(bytes[start]) else { return .null }
    let value = exact.isReversed ? bytes[start...].map { ~$0 } : Array(bytes[start...])
    var decoder = ByteKey.Decoder(value)
    return decoder.next() ?? .null
  }
}

extension ByteKey {
  private static let numberBytes = 11

  fileprivate static func isNull(_ tag: UInt8) -> Bool {
    tag == Tag.nullFirst || tag == Tag.nullLast
  }

  /// Returns the offset at which the segment that a rule wrote ends.
  fileprivate static func end(of rule: OrderRule, at start: Int, in bytes: [UInt8]) -> Int {
    if rule.ranks != nil { return start + numberBytes }
    guard !isNull(bytes[start]) else { return start + 1 }
    let mask: UInt8 = rule.isReversed ? 0xFF : 0
    switch bytes[start] ^ mask {
    case Tag.number: return start + numberBytes
    case Tag.text where rule.collation.collator != nil:
      // The text itself follows its sort key.
      let text = end(ofContentAt: start + 1, in: bytes, mask)
      return end(ofContentAt: text, in: bytes, mask)
    default: return end(ofContentAt: start + 1, in: bytes, mask)
    }
  }

  private static func end(ofContentAt start: Int, in bytes: [UInt8], _ mask: UInt8) -> Int {
    var position = start
    while position + 1 < bytes.count {
      guard bytes[position] ^ mask == 0 else {
        position += 1
        continue
      }
      if bytes[position + 1] ^ mask == 1 { return position + 2 }
      position += 2
    }
    return bytes.count
  }
}
