/// The values of one measurement's rounds.
struct Sample: Sendable {
  private(set) var values: [Double] = []

  /// The value in the middle, or halfway between the two that are.
  var median: Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  /// The smallest value that at least nine of ten are not above.
  var ninetiethPercentile: Double {
    guard !values.isEmpty else { return 0 }
    return values.sorted()[(values.count * 9 + 9) / 10 - 1]
  }

  /// Adds a round's value.
  mutating func add(_ value: Double) { values.append(value) }

  /// Adds a round's time, in seconds.
  mutating func add(_ duration: Duration) { add(duration / .seconds(1)) }

  /// Makes a sample of values.
  init(_ values: [Double] = []) { self.values = values }
}
