/// Reads numbers and cells from untrusted bytes; every read returns `nil` if the bytes end too soon or are invalid.
struct CarefulReader {
  let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int

  /// Creates a reader that starts at the beginning of a range and reads nothing past its end.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = min(range.upperBound, bytes.count)
  }

  /// Whether everything has been read.
  var isAtEnd: Bool { position >= end }

  /// Reads a length of up to 63 bits, stored as seven bits per byte.
  mutating func length() -> Int? {
    var length = 0
    var shift = 0
    while position < end, shift < 63 {
      let byte = bytes[position]
      position += 1
      length |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return length }
      shift += 7
    }
    return nil
  }

  /// Reads a signed number in the form that ``CarefulReader/append(_:to:)`` writes.
  mutating func number() -> Int64? {
    guard let count = take(1).map({ Int(bytes[$0.lowerBound]) }), count <= 8,
      let range = take(count)
    else { return nil }
    var pattern: UInt64 = 0
    for offset in range.reversed() { pattern = pattern << 8 | UInt64(bytes[offset]) }
    return Int64(bitPattern: pattern >> 1) ^ -Int64(bitPattern: pattern & 1)
  }

  /// Skips a number of bytes, and returns their range.
  mutating func take(_ count: Int) -> Range<Int>? {
    guard count >= 0, count <= end - position else { return nil }
    defer { position += count }
    return position..<(position + count)
  }

  /// Skips a cell of a packed row, and returns its range.
  mutating func cell() -> Range<Int>? {
    let start = position
    guard let tag = take(1).map({ bytes[$0.lowerBound] }) else { return nil }
    let content: Range<Int>?
    switch tag {
    case CellTag.null: content = take(0)
    case 1...8: content = take(Int(tag))
    case CellTag.real: content = take(8)
    case CellTag.text, CellTag.blob: content = length().flatMap { take($0) }
    default: content = nil
    }
    return content.map { start..<$0.upperBound }
  }

  /// Skips a number of cells, and returns their range.
  mutating func cells(_ count: Int) -> Range<Int>? {
    let start = position
    for _ in 0..<count { guard cell() != nil else { return nil } }
    return start..<position
  }

  /// Appends a signed number in as few bytes as possible.
  static func append(_ number: Int64, to bytes: inout [UInt8]) {
    var pattern = UInt64(bitPattern: number << 1) ^ UInt64(bitPattern: number >> 63)
    let count = (64 - pattern.leadingZeroBitCount + 7) / 8
    bytes.append(UInt8(count))
    for _ in 0..<count {
      bytes.append(UInt8(truncatingIfNeeded: pattern))
      pattern >>= 8
    }
  }
}

extension [UInt8] {
  /// Reads four bytes in little-endian order.
  func word(at offset: Int) -> Int {
    Int(self[offset]) | Int(self[offset + 1]) << 8 | Int(self[offset + 2]) << 16
      | Int(self[offset + 3]) << 24
  }

  /// Reads eight bytes in little-endian order.
  func longWord(at offset: Int) -> UInt64 {
    UInt64(word(at: offset)) | UInt64(word(at: offset + 4)) << 32
  }

  /// Appends four bytes in little-endian order.
  mutating func append(word: Int) {
    for shift in stride(from: 0, to: 32, by: 8) {
      append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }

  /// Appends eight bytes in little-endian order.
  mutating func append(longWord: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      append(UInt8(truncatingIfNeeded: longWord >> UInt64(shift)))
    }
  }
}
