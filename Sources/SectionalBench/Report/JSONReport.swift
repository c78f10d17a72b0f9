/// Formats the measurements as a JSON array, with one object per line.
enum JSONReport {
  /// Returns the array.
  ///
  /// Names contain no characters that need escaping.
  static func text(_ measurements: [Measurement]) -> String {
    let objects = measurements.map(object)
    return objects.isEmpty ? "[]\n" : "[\n  \(objects.joined(separator: ",\n  "))\n]\n"
  }

  private static func object(_ measurement: Measurement) -> String {
    let counts = measurement.counts.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",")
    let members = [
      "\"case\":\"\(measurement.name)\"",
      "\"rows\":\(measurement.rows)",
      "\"median\":\(measurement.median)",
      "\"p90\":\(measurement.ninetiethPercentile)",
      "\"unit\":\"\(measurement.unit.rawValue)\"",
      "\"ratio\":\(measurement.ratio.map { "\($0)" } ?? "null")",
      "\"counts\":{\(counts)}",
    ]
    return "{\(members.joined(separator: ","))}"
  }
}
