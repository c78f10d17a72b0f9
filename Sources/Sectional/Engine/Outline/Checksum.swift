/// A 64-bit checksum that changes whenever a single byte of its input does.
///
/// Four lanes take turns, eight bytes at a time. Each step is invertible with respect to its input, so a difference
/// in one place is never lost.
enum Checksum {
  private static let factor: UInt64 = 0x9FB2_1C65_1E98_DF25
  private static let seeds: (UInt64, UInt64, UInt64, UInt64) = (
    0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344, 0xA409_3822_299F_31D0, 0x082E_FA98_EC4E_6C89
  )

  /// Returns the checksum of some bytes.
  static func of(_ bytes: [UInt8]) -> UInt64 { of(bytes, bytes.indices) }

  /// Returns the checksum of a range of bytes.
  static func of(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    unsafe bytes.withUnsafeBytes { all in
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: all[range])
      var (one, two, three, four) = seeds
      var offset = 0
      while offset + 32 <= bytes.count {
        one = unsafe step(one, word(bytes, offset))
        two = unsafe step(two, word(bytes, offset + 8))
        three = unsafe step(three, word(bytes, offset + 16))
        four = unsafe step(four, word(bytes, offset + 24))
        offset += 32
      }
      var sum = UInt64(bytes.count)
      while offset < bytes.count {
        sum = unsafe step(sum, UInt64(bytes[offset]))
        offset += 1
      }
      for lane in [one, two, three, four] { sum = step(sum, lane) }
      return step(sum, sum >> 32)
    }
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
  }

  private static func step(_ state: UInt64, _ word: UInt64) -> UInt64 {
    let product = (state ^ word) &* factor
    return product ^ product >> 32
  }
}

extension UInt64 {
  /// The number as sixteen hexadecimal digits.
  var sixteenDigits: String {
    (0..<8).reversed().map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }.hexadecimal
  }
}
