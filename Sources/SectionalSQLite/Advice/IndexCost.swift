import Foundation

/// What an index costs: space in the file, and the time that adding it takes.
struct IndexCost {
  private let megabytes: Double
  private let seconds: Double
  private let rows: (measured: Int, all: Int)

  /// Estimates the cost for all rows of a table from that for some of them.
  init(bytes: Int, time: Duration, ofRows measured: Int, outOf all: Int) {
    let factor = measured > 0 ? Double(all) / Double(measured) : 1
    megabytes = Double(bytes) * factor / 1_000_000
    // Sorting takes longer for each of more rows.
    let depth = measured > 1 ? max(1, log2(Double(max(all, 2))) / log2(Double(measured))) : 1
    seconds = time / .seconds(1) * factor * depth
    rows = (measured, all)
  }

  /// The cost, to be said after what to do.
  var words: String {
    guard rows.all > 0 else { return "" }
    let how =
      rows.measured < rows.all
      ? "estimated from the first \(rows.measured) rows" : "measured on a copy of its rows"
    return
      ", which takes about \(IndexCost.text(megabytes)) MB and \(IndexCost.text(seconds)) s to add (\(how))"
  }

  private static func text(_ number: Double) -> String {
    number < 0.1
      ? "less than 0.1"
      : number.formatted(
        .number.precision(.significantDigits(1...2)).grouping(.never).locale(
          Locale(identifier: "en_US_POSIX")))
  }
}
