extension TextFolding {
  /// Returns whether a text matches a folded one, after it is folded itself; both are UTF-8 bytes.
  ///
  /// The match ends where a letter ends: か doesn't match がき, nor 가 각.
  package static func matches(
    _ text: UnsafeRawBufferPointer, _ match: RowExpression.TextMatch,
    _ folded: UnsafeRawBufferPointer
  ) -> Bool {
    if unsafe folded.isEmpty { return unsafe match != .equals || isEmpty(text) }
    // The bytes of ASCII text can be compared without a copy of it.
    if unsafe text.allSatisfy({ $0 < 0x80 }) {
      return unsafe matches(text, match, folded) { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    }
    var copy: [UInt8] = []
    unsafe append(text, to: &copy)
    return unsafe copy.withUnsafeBytes { unsafe matches($0, match, folded) { $0 } }
  }

  /// Returns whether a text that is already folded matches another one.
  static func matches(
    folded text: [UInt8], _ match: RowExpression.TextMatch, _ part: [UInt8]
  ) -> Bool {
    unsafe text.withUnsafeBytes { text in
      unsafe part.withUnsafeBytes { unsafe matches(text, match, $0) { $0 } }
    }
  }

  private static func isEmpty(_ text: UnsafeRawBufferPointer) -> Bool {
    var copy: [UInt8] = []
    unsafe append(text, to: &copy)
    return copy.isEmpty
  }

  @inline(__always) private static func matches(
    _ text: UnsafeRawBufferPointer, _ match: RowExpression.TextMatch,
    _ part: UnsafeRawBufferPointer, _ fold: (UInt8) -> UInt8
  ) -> Bool {
    guard text.count >= part.count, match != .equals || text.count == part.count else {
      return false
    }
    let starts = match == .contains ? text.count - part.count + 1 : 1
    search: for start in 0..<starts {
      for offset in 0..<part.count
      where unsafe fold(text[start + offset]) != part[offset] { continue search }
      if unsafe !continuesLetter(text, at: start + part.count) { return true }
    }
    return false
  }

  /// Returns whether what is at a position of a folded text belongs to the letter before it.
  @inline(__always) private static func continuesLetter(
    _ text: UnsafeRawBufferPointer, at position: Int
  ) -> Bool {
    guard position < text.count, unsafe text[position] >= 0x80,
      let scalar = unsafe scalar(text, at: position).scalar
    else { return false }
    return FoldedScalars.shared.continuesLetter(scalar)
  }
}
