extension RowOrdering {
  /// Returns the value that all rows of a section share, given the bytes of the section; numbers are decoded by value.
  func sectionValue(of bytes: [UInt8]) -> StoredValue {
    guard let exact = section.last else { return .null }
    var start = 0
    for rule in section.dropLast() { start = ByteKey.end(of: rule, at: start, in: bytes) }
    return ByteKey.value(in: bytes[start...], by: exact)
  }
}

extension RowOrdering {
  /// Returns whether bytes can be those of an order key whose sections lead.
  func isOrder(_ bytes: [UInt8]) -> Bool {
    guard let end = ByteKey.end(of: terms, in: bytes) else { return false }
    let rest = Array(bytes[end...])
    return rest.isEmpty || ByteKey.isRowID(rest)
  }

  /// Returns whether bytes can be those of a section.
  func isSection(_ bytes: [UInt8]) -> Bool { ByteKey.end(of: section, in: bytes) == bytes.count }
}

extension ByteKey {
  /// Returns whether bytes can be those of a rowid: its tag, and a number that is an integer.
  fileprivate static func isRowID(_ bytes: [UInt8]) -> Bool {
    bytes.count == numberBytes + 1 && bytes[1] == Tag.number && RowKey(bytes: bytes).rowID != nil
  }

  /// Returns the offset at which the segments of rules end, or `nil` if the bytes can't be theirs.
  fileprivate static func end(of rules: [OrderRule], in bytes: [UInt8]) -> Int? {
    var start = 0
    for rule in rules {
      guard start < bytes.count, let next = checkedEnd(of: rule, at: start, in: bytes) else {
        return nil
      }
      start = next
    }
    return start
  }

  private static func checkedEnd(of rule: OrderRule, at start: Int, in bytes: [UInt8]) -> Int? {
    let mask: UInt8 = rule.isReversed ? 0xFF : 0
    if isNull(bytes[start]), rule.ranks == nil { return start + 1 }
    switch rule.ranks == nil ? bytes[start] ^ mask : Tag.number {
    case Tag.number:
      return start + numberBytes <= bytes.count ? start + numberBytes : nil
    case Tag.text where rule.collation.collator != nil:
      return checkedEnd(ofContentAt: start + 1, in: bytes, mask).flatMap {
        checkedEnd(ofContentAt: $0, in: bytes, mask)
      }
    case Tag.text, Tag.blob: return checkedEnd(ofContentAt: start + 1, in: bytes, mask)
    default: return nil
    }
  }

  private static func checkedEnd(
    ofContentAt start: Int, in bytes: [UInt8], _ mask: UInt8
  ) -> Int? {
    var position = start
    while position + 1 < bytes.count {
      guard bytes[position] ^ mask == 0 else {
        position += 1
        continue
      }
      switch bytes[position + 1] ^ mask {
      case 1: return position + 2
      case 0xFF: position += 2
      default: return nil
      }
    }
    return nil
  }

  private static let numberBytes = 11

  /// Returns the value that a rule without ranks wrote as a segment; numbers are decoded by value, and text that is compared
  /// without case as it is compared.
  static func value(in segment: ArraySlice<UInt8>, by rule: OrderRule) -> StoredValue {
    guard let tag = segment.first, !isNull(tag) else { return .null }
    var bytes = rule.isReversed ? segment.map { ~$0 } : Array(segment)
    if rule.collation.collator != nil, bytes[0] == Tag.text {
      // The text itself follows its sort key.
      bytes.removeSubrange(1..<end(ofContentAt: 1, in: bytes, 0))
    }
    var decoder = Decoder(bytes)
    return decoder.next() ?? .null
  }

  fileprivate static func isNull(_ tag: UInt8) -> Bool {
    tag == Tag.nullFirst || tag == Tag.nullLast
  }

  /// Returns the offset at which the segment that a rule wrote ends.
  static func end(of rule: OrderRule, at start: Int, in bytes: [UInt8]) -> Int {
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
