/// The order of byte strings.
enum ByteOrder {
  case less, equal, greater

  /// Compares unsigned bytes lexicographically; a prefix comes first.
  ///
  /// Eight bytes are compared at a time, as one big-endian number.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the common prefix.
  @inline(__always) static func compare(
    _ left: [UInt8], _ leftRange: Range<Int>, _ right: [UInt8], _ rightRange: Range<Int>
  ) -> ByteOrder {
    unsafe left.withUnsafeBytes { left in
      unsafe right.withUnsafeBytes { right in
        unsafe compare(
          UnsafeRawBufferPointer(rebasing: left[leftRange]),
          UnsafeRawBufferPointer(rebasing: right[rightRange]))
      }
    }
  }

  /// Compares two whole arrays.
  static func compare(_ left: [UInt8], _ right: [UInt8]) -> ByteOrder {
    compare(left, left.indices, right, right.indices)
  }

  /// Returns eight bytes of a range as a number that compares as they do; bytes past the end are taken as zero.
  static func prefix(_ bytes: [UInt8], _ range: Range<Int>, after skipped: Int) -> UInt64 {
    let start = range.lowerBound + skipped
    if start + 8 <= range.upperBound {
      return unsafe bytes.withUnsafeBytes { bytes in
        unsafe bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self).bigEndian
      }
    }
    var prefix: UInt64 = 0
    for position in start..<(start + 8) {
      prefix = prefix << 8 | UInt64(position < range.upperBound ? bytes[position] : 0)
    }
    return prefix
  }

  /// Compares two slices.
  static func compare(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> ByteOrder {
    unsafe left.withUnsafeBytes { left in
      unsafe right.withUnsafeBytes { right in unsafe compare(left, right) }
    }
  }

  @inline(__always) private static func compare(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> ByteOrder {
    let shared = min(left.count, right.count)
    var position = 0
    while position + 8 <= shared {
      let one = unsafe left.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      let other = unsafe right.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      if one != other { return one.bigEndian < other.bigEndian ? .less : .greater }
      position += 8
    }
    while position < shared {
      if unsafe left[position] != right[position] {
        return unsafe left[position] < right[position] ? .less : .greater
      }
      position += 1
    }
    if left.count == right.count { return .equal }
    return left.count < right.count ? .less : .greater
  }
}
