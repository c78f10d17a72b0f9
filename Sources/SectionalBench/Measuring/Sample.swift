/// The values of a measurement's rounds.
struct Sample: Sendable {
  private(set) var values: [Double] = []

  /// The middle value, or the average of the two middle values.
  var median: Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  /// The smallest value that at least nine in ten values don't exceed.
  var ninetiethPercentile: Double {
    guard !values.isEmpty else { return 0 }
    return values.sorted()[(values.count * 9 + 9) / 10 - 1]
  }

  /// Adds the value of a round.
  mutating func add(_ value: Double) { values.append(value) }

  /// Adds the time of a round, in seconds.
  mutating func add(_ duration: Duration) { add(duration / .seconds(1)) }

  /// Creates a sample of values.
  init(_ values: [Double] = []) { self.values = values }
}
