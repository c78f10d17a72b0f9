/// The results for one case at one size.
struct Measurement: Sendable {
  /// The unit of a measurement.
  enum Unit: String, Sendable {
    case seconds
    case bytes
  }

  /// The result that a measurement is compared with.
  struct Baseline: Sendable {
    let name: String
    let median: Double
  }

  let name: String
  let rows: Int
  let unit: Unit
  let median: Double
  let ninetiethPercentile: Double
  var baseline: Baseline?
  var reach: Reach?
  /// The numbers that don't depend on the machine.
  var counts: [Count] = []

  init(_ name: String, rows: Int, _ sample: Sample, unit: Unit = .seconds) {
    self.name = name
    self.rows = rows
    self.unit = unit
    median = sample.median
    ninetiethPercentile = sample.ninetiethPercentile
  }

  /// The ratio to the baseline.
  var ratio: Double? { baseline.flatMap { $0.median > 0 ? median / $0.median : nil } }
}

/// A number that doesn't depend on the machine.
struct Count: Sendable, Hashable {
  let name: String
  let value: Int
}

/// A target value.
struct Reach: Sendable {
  let text: String
  let isReached: Bool
}

extension Measurement {
  /// Compares the measurement with a baseline; `most` is the largest ratio that meets the target.
  mutating func compare(with name: String, _ median: Double, reaching most: Double? = nil) {
    baseline = Baseline(name: name, median: median)
    guard let most, let ratio else { return }
    reach = Reach(text: "\(most) ×", isReached: ratio <= most)
  }
}
