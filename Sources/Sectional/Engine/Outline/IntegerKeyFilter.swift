/// A filter that shows quickly that an integer key isn't among some keys.
///
/// Most rows of an outline have nothing to do with a change, and finding that out takes longer than copying them.
struct IntegerKeyFilter {
  private var bits: [UInt64]
  private let shift: UInt64

  init(_ keys: some Collection<RowKey>) {
    var size = 64
    while size < keys.count * 16 { size *= 2 }
    shift = UInt64(64 - size.trailingZeroBitCount)
    bits = [UInt64](repeating: 0, count: size / 64)
    for key in keys {
      guard case .key(let values) = key.identity, values.count == 1,
        case .integer(let integer) = values[0]
      else { continue }
      let place = place(of: integer)
      bits[place / 64] |= 1 << UInt64(place % 64)
    }
  }

  /// Returns whether an integer may be one of the keys.
  func mayContain(_ integer: Int64) -> Bool {
    let place = place(of: integer)
    return bits[place / 64] >> UInt64(place % 64) & 1 == 1
  }

  private func place(of integer: Int64) -> Int {
    Int((UInt64(bitPattern: integer) &* 0x9E37_79B9_7F4A_7C15) >> shift)
  }
}
