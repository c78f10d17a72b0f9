import Foundation
import Sectional

/// What an index costs: space in the database, and the time that adding it takes.
package struct IndexCost: Sendable {
  private let megabytes: Double
  private let seconds: Double
  /// How the cost is known, such as "estimated from the server's statistics"; empty if it isn't worth a word.
  private let origin: String

  /// Estimates the cost from what the database says.
  package init(bytes: Double, seconds: Double, origin: String) {
    (megabytes, self.seconds, self.origin) = (bytes / 1_000_000, seconds, origin)
  }

  /// Estimates the cost for all rows of a table from that for some of them.
  package init(bytes: Int, time: Duration, ofRows measured: Int, outOf all: Int) {
    let factor = measured > 0 ? Double(all) / Double(measured) : 1
    // Sorting takes longer for each of more rows.
    let depth = measured > 1 ? max(1, log2(Double(max(all, 2))) / log2(Double(measured))) : 1
    self.init(
      bytes: Double(bytes) * factor, seconds: time / .seconds(1) * factor * depth,
      origin: all == 0
        ? ""
        : measured < all
          ? "estimated from \(CountText.grouped(measured)) of its rows"
          : "measured on a copy of its rows")
  }

  /// The cost, to be said after what to do.
  package var words: String {
    guard !origin.isEmpty else { return "" }
    return
      ", which takes \(IndexCost.text(megabytes, digits: 2)) MB and \(IndexCost.text(seconds, digits: 1)) s to add (\(origin))"
  }

  /// Returns a number with some of its digits; a time that was measured once has hardly more than one.
  private static func text(_ number: Double, digits: Int) -> String {
    guard number >= 0.1 else { return "less than 0.1" }
    let rounded = number.formatted(
      .number.precision(.significantDigits(1...digits)).grouping(.never)
        .locale(Locale(identifier: "en_US_POSIX")))
    return "about \(rounded)"
  }
}
