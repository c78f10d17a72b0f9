extension Range<Int> {
  /// Returns the parts before and after another range.
  func parts(outside other: Range<Int>) -> [Range<Int>] {
    let before = lowerBound..<Swift.min(Swift.max(other.lowerBound, lowerBound), upperBound)
    let after =
      Swift.max(Swift.min(other.upperBound, upperBound), before.upperBound)..<upperBound
    return [before, after]
  }
}
