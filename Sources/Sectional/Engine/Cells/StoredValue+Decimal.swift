extension StoredValue {
  /// Returns the cell of a decimal number: an integer if its fraction is zero, a real if that has exactly its digits, and otherwise its
  /// text.
  package static func decimal(_ text: String) -> StoredValue {
    if let integer = integer(ofDecimal: text) { return .integer(integer) }
    guard let real = Double(text), isNear(real, text) else { return .text(text) }
    return !real.isFinite || significand(of: text) == significand(of: "\(real)")
      ? .real(real) : .text(text)
  }

  /// Returns the integer that a decimal number is; `nil` if it has a fraction, or more digits than fit.
  package static func integer(ofDecimal text: String) -> Int64? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count < 2 || parts[1].allSatisfy({ $0 == "0" }) else { return nil }
    return Int64(parts[0])
  }

  /// Returns whether a double approximates a number: it isn't infinity for a number that is merely too large, nor zero
  /// for one that is merely too small.
  package static func isNear(_ real: Double, _ text: String) -> Bool {
    guard real.isInfinite || real == 0 else { return true }
    return !text.utf8.contains { $0 &- UInt8(ascii: "1") < 9 }
  }

  /// Returns a decimal number's digits without leading and trailing zeros, which distinguish numbers of equal
  /// magnitude.
  private static func significand(of text: String) -> String {
    let digits = text.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
    return String(digits.reversed().drop { $0 == "0" })
  }
}
