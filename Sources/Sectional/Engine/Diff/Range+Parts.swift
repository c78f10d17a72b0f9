extension Range<Int> {
  /// Returns the parts before and behind another range.
  func parts(outside other: Range<Int>) -> [Range<Int>] {
    let before = lowerBound..<Swift.min(Swift.max(other.lowerBound, lowerBound), upperBound)
    let behind =
      Swift.max(Swift.min(other.upperBound, upperBound), before.upperBound)..<upperBound
    return [before, behind]
  }
}
