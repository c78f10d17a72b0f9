/// A hash of a row's key or rowid that is the same in every process.
enum IdentityHash {
  /// Hashes a range of bytes, eight at a time.
  static func hash(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
    unsafe bytes.withUnsafeBytes { all in
      unsafe hash(UnsafeRawBufferPointer(rebasing: all[range]))
    }
  }

  @inline(__always) private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var state = UInt64(bytes.count)
    var position = 0
    while position + 8 <= bytes.count {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      state = mixed(state ^ word.littleEndian)
      position += 8
    }
    var rest: UInt64 = 0
    while position < bytes.count {
      rest = unsafe rest << 8 | UInt64(bytes[position])
      position += 1
    }
    return UInt32(truncatingIfNeeded: mixed(state ^ rest) >> 32)
  }

  /// Hashes a part of an array.
  static func hash(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBytes { unsafe hash($0) }
  }

  /// Hashes a whole array.
  static func hash(_ bytes: [UInt8]) -> UInt32 { hash(bytes, bytes.indices) }

  /// Hashes a rowid.
  static func hash(_ rowID: Int64) -> UInt32 {
    UInt32(truncatingIfNeeded: mixed(UInt64(bitPattern: rowID)) >> 32)
  }

  /// Mixes the bits so that each one affects all the others.
  private static func mixed(_ state: UInt64) -> UInt64 {
    let product = (state ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}
