/// A count of one case at one size.
struct CountKey: Hashable, Sendable {
  let name: String
  let rows: Int
  let count: String

  /// The count's name in reports.
  var text: String { "\(name) \(rows) \(count)" }
}

/// A count as it is recorded in the file.
struct RecordedCount: Hashable, Sendable {
  let key: CountKey
  let value: Int
  /// The reason for the value, in one line.
  let reason: String
}

extension [Measurement] {
  /// The counts of all measurements.
  var counts: [(key: CountKey, value: Int)] {
    flatMap { measurement in
      measurement.counts.map { count in
        let key = CountKey(name: measurement.name, rows: measurement.rows, count: count.name)
        return (key, count.value)
      }
    }
  }
}
