extension ByteKey {
  /// Reads segments written in ascending order and binary collation back as values.
  ///
  /// Numbers are decoded by value: as an integer if one represents the number exactly, and otherwise as a real.
  struct Decoder {
    private let bytes: [UInt8]
    private var position: Int

    init(_ bytes: [UInt8], from position: Int = 0) {
      self.bytes = bytes
      self.position = position
    }

    /// Reads the next segment, or returns `nil` at the end.
    mutating func next() -> StoredValue? {
      guard position < bytes.count else { return nil }
      let tag = bytes[position]
      position += 1
      switch tag {
      case Tag.number: return number()
      case Tag.text: return PackedCell.text(content()[...]).value
      case Tag.blob: return .blob(content())
      default: return .null
      }
    }

    private mutating func number() -> StoredValue {
      var ordered: UInt64 = 0
      for offset in 0..<8 { ordered = ordered << 8 | UInt64(bytes[position + offset]) }
      let remainder = Int64(bytes[position + 8]) << 8 | Int64(bytes[position + 9])
      position += 10
      let real = Double(bitPattern: ordered >> 63 == 1 ? ordered & ~(1 << 63) : ~ordered)
      guard let integer = Int64(exactly: real) else { return .real(real) }
      // Only bytes that aren't an encoding overflow.
      return .integer(integer &+ remainder)
    }

    private mutating func content() -> [UInt8] {
      var content: [UInt8] = []
      while bytes[position] != 0 || bytes[position + 1] != 1 {
        content.append(bytes[position])
        position += bytes[position] == 0 ? 2 : 1
      }
      position += 2
      return content
    }
  }
}
