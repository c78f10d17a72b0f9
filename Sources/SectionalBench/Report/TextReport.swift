import Sectional

/// Formats the measurements as a table for people.
enum TextReport {
  private static let titles = [
    "case", "rows", "median", "p90", "baseline", "median", "ratio", "reach", "reached",
  ]
  /// The columns that contain words.
  ///
  /// The others contain numbers and are right-aligned.
  private static let words: Set<Int> = [0, 4, 7, 8]

  /// Returns the table, with a line for each measurement.
  static func text(_ measurements: [Measurement]) -> String {
    let lines = [titles] + measurements.map(cells)
    let widths = titles.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line(of: $0, widths) + "\n" }.joined()
  }

  private static func cells(_ measurement: Measurement) -> [String] {
    let unit = measurement.unit
    return [
      measurement.name, CountText.grouped(measurement.rows),
      FigureText.text(measurement.median, unit),
      FigureText.text(measurement.ninetiethPercentile, unit),
      measurement.baseline?.name ?? "",
      measurement.baseline.map { FigureText.text($0.median, unit) } ?? "",
      measurement.ratio.map(FigureText.text(ratio:)) ?? "",
      measurement.reach.map { "≤ \($0.text)" } ?? "",
      measurement.reach.map { $0.isReached ? "yes" : "no" } ?? "",
    ]
  }

  private static func line(of cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (column, cell) in cells.enumerated() {
      let padding = String(repeating: " ", count: widths[column] - cell.count)
      line += words.contains(column) ? cell + padding : padding + cell
      line += "  "
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
