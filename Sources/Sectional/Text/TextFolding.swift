/// Folds case and accents of text by Unicode's data, scalar by scalar.
///
/// A scalar is decomposed canonically, accents are left out, and the rest is mapped to lower case by way of upper case,
/// so that ß and ẞ become ss, and both forms of σ become one. Bytes that aren't UTF-8 stay as they are.
package enum TextFolding {
  /// Returns the folded UTF-8 bytes of a text.
  package static func folded(_ text: String) -> [UInt8] {
    var folded: [UInt8] = []
    var text = text
    text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0), to: &folded) }
    return folded
  }

  /// Appends the folded form of a text, given as UTF-8 bytes, to other bytes.
  static func append(_ text: UnsafeRawBufferPointer, to folded: inout [UInt8]) {
    let start = folded.count
    folded.reserveCapacity(start + text.count)
    var position = 0
    while position < text.count {
      let byte = unsafe text[position]
      guard byte >= 0x80 else {
        folded.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
        position += 1
        continue
      }
      let (scalar, length) = unsafe scalar(text, at: position)
      if let scalar, FoldedScalars.shared.canBeOutOfOrder(scalar) {
        return unsafe appendInOrder(text, to: &folded, from: start)
      }
      if let scalar, let replacement = FoldedScalars.shared[scalar] {
        folded.append(contentsOf: replacement)
      } else {
        for offset in 0..<length { folded.append(unsafe text[position + offset]) }
      }
      position += length
    }
  }

  /// Appends the folded form of a text with marks that stay, whose order canonically equal texts need not share.
  private static func appendInOrder(
    _ text: UnsafeRawBufferPointer, to folded: inout [UInt8], from start: Int
  ) {
    folded.removeSubrange(start...)
    let text = unsafe String(decoding: text, as: UTF8.self)
    for scalar in TextRules.decomposed(text).unicodeScalars {
      if let replacement = FoldedScalars.shared[scalar.value] {
        folded += replacement
      } else {
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        folded +=
          scalar.isASCII ? [byte &- 0x41 < 26 ? byte | 0x20 : byte] : Array(String(scalar).utf8)
      }
    }
  }

  /// Decodes a scalar of more than one byte; it is `nil`, with a length of one, if the bytes aren't well-formed.
  static func scalar(
    _ text: UnsafeRawBufferPointer, at position: Int
  ) -> (scalar: UInt32?, length: Int) {
    let first = UInt32(unsafe text[position])
    let length = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1
    guard length > 1, position + length <= text.count else { return (nil, 1) }
    var scalar = first & (0x7F >> UInt32(length))
    for offset in 1..<length {
      let byte = UInt32(unsafe text[position + offset])
      guard byte & 0xC0 == 0x80 else { return (nil, 1) }
      scalar = scalar << 6 | byte & 0x3F
    }
    let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x1_0000
    guard scalar >= least, Unicode.Scalar(scalar) != nil else { return (nil, 1) }
    return (scalar, length)
  }
}
