/// A value as loosely as a database can compare it.
///
/// Values that SQLite or PostgreSQL takes for equal, by a built-in collation or after a conversion, are the same here. Others can be,
/// too: texts that differ in ASCII's capital letters or in spaces at the end, numbers and their digits, a UUID's text and its bytes.
struct LooseValue: Hashable, Sendable {
  private let bytes: [UInt8]

  private enum Kind: UInt8 {
    case number = 1
    case text
    case blob
  }

  init(_ value: StoredValue) { self.init(PackedRow([value]).cell(at: 0)) }

  init(_ cell: PackedCell) {
    switch cell {
    case .null: bytes = []
    case .integer(let integer): bytes = LooseValue.bytes(of: Double(integer))
    case .real(let real): bytes = LooseValue.bytes(of: real)
    case .text(let text): bytes = LooseValue.bytes(ofText: text)
    case .blob(let blob): bytes = [Kind.blob.rawValue] + blob
    }
  }

  /// A hash that is the same in every process.
  var hash: UInt32 { IdentityHash.hash(bytes) }

  private static func bytes(of number: Double) -> [UInt8] {
    // A negative zero equals zero.
    let pattern = number == 0 ? 0 : number.bitPattern
    return [Kind.number.rawValue] + (0..<8).map { UInt8(truncatingIfNeeded: pattern >> (8 * $0)) }
  }

  private static func bytes(ofText text: ArraySlice<UInt8>) -> [UInt8] {
    let space = UInt8(ascii: " ")
    let end = text.lastIndex { $0 != space }.map { $0 + 1 } ?? text.startIndex
    let trimmed = text[..<end]
    let digits = trimmed.drop { isSpace($0) }.reversed().drop { isSpace($0) }.reversed()
    // Longer ones are no numbers that a column could have been converted from.
    if digits.count <= 400, let number = Double(String(decoding: digits, as: UTF8.self)) {
      return bytes(of: number)
    }
    if let uuid = uuid(trimmed) { return [Kind.blob.rawValue] + uuid }
    return [Kind.text.rawValue] + trimmed.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }

  /// Returns the bytes of a UUID, or `nil` if a text isn't one.
  private static func uuid(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count == 36 else { return nil }
    var digits: [UInt8] = []
    for (place, byte) in text.enumerated() {
      if [8, 13, 18, 23].contains(place) {
        guard byte == UInt8(ascii: "-") else { return nil }
      } else {
        guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
        digits.append(UInt8(digit))
      }
    }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
