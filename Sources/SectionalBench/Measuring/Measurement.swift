/// What was found out about one case at one size.
struct Measurement: Sendable {
  /// What is measured.
  enum Unit: String, Sendable {
    case seconds
    case bytes
  }

  /// What it is compared with.
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
  /// The numbers that do not depend on the machine.
  var counts: [Count] = []

  init(_ name: String, rows: Int, _ sample: Sample, unit: Unit = .seconds) {
    self.name = name
    self.rows = rows
    self.unit = unit
    median = sample.median
    ninetiethPercentile = sample.ninetiethPercentile
  }

  /// How many times the baseline it took.
  var ratio: Double? { baseline.flatMap { $0.median > 0 ? median / $0.median : nil } }
}

/// A number that does not depend on the machine.
struct Count: Sendable, Hashable {
  let name: String
  let value: Int
}

/// A figure that is to be reached.
struct Reach: Sendable {
  let text: String
  let isReached: Bool
}

extension Measurement {
  /// Compares it with a baseline, whose multiple it is not to exceed.
  mutating func compare(with name: String, _ median: Double, reaching most: Double? = nil) {
    baseline = Baseline(name: name, median: median)
    guard let most, let ratio else { return }
    reach = Reach(text: "\(most) ×", isReached: ratio <= most)
  }
}
