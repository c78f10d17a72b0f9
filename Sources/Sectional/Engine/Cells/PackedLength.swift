/// Variable-length encoding of lengths: seven bits per byte, least significant first; the last byte is below 128.
enum PackedLength {
  static func append(_ length: Int, to bytes: inout [UInt8]) {
    var length = length
    while length >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: length) | 0x80)
      length >>= 7
    }
    bytes.append(UInt8(length))
  }

  @inline(__always) static func read(_ bytes: [UInt8], at position: inout Int) -> Int {
    var length = 0
    var shift = 0
    while bytes[position] >= 0x80 {
      length |= Int(bytes[position] & 0x7F) << shift
      shift += 7
      position += 1
    }
    length |= Int(bytes[position]) << shift
    position += 1
    return length
  }
}
