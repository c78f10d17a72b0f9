import Sectional

extension OrderReport {
  /// Returns the result in one sentence.
  ///
  /// - Parameters:
  ///   - stores: What to call the stores.
  ///   - accepted: The causes that may stay, which are counted apart from the others.
  /// - Returns: The sentence, such as `The same 12 sections in the same order; 500 rows differ in name.`
  package func answer(
    namingStores stores: (first: String, second: String),
    accepting accepted: AcceptedDifferences = AcceptedDifferences()
  ) -> String {
    ComparisonSentence(order: self, stores: stores, accepted: accepted).text
  }
}

/// What stores are called where their addresses would be too long.
package enum StoreNames {
  /// Returns the last parts of two paths if they differ; other addresses are returned as they are.
  package static func short(
    of addresses: (first: String, second: String)
  ) -> (first: String, second: String) {
    let (first, second) = (short(of: addresses.first), short(of: addresses.second))
    return first == second ? addresses : (first, second)
  }

  private static func short(of address: String) -> String {
    address.contains("://")
      ? address : address.split(separator: "/").last.map(String.init) ?? address
  }
}

/// The result of a comparison in one sentence.
private struct ComparisonSentence {
  let order: OrderReport
  /// The names of the stores.
  let stores: (first: String, second: String)
  let accepted: AcceptedDifferences

  /// How many columns are named.
  private static let mostColumns = 3

  /// The sentence, with a period.
  var text: String {
    let comparison = order.comparison
    guard !order.isEqual else {
      return comparison.rowCounts.first == 0
        ? "Neither list has a row." : "The same \(rows) \(place)."
    }
    let parts = [frame] + differences(comparison)
    return parts.joined(separator: "; ") + "."
  }

  private var rows: String { CountText.text(order.comparison.rowCounts.first, "row") }

  private var place: String {
    let sections = order.comparison.sectionCounts.first
    return sections > 0
      ? "in the same \(CountText.text(sections, "section")), in the same order"
      : "in the same order"
  }

  /// What is said first: whether the sections are the same, or the rows if there are none.
  private var frame: String {
    let comparison = order.comparison
    let sections = comparison.sectionCounts
    guard sections.first > 0 || sections.second > 0 else {
      let moved = comparison.counts.moved > 0
      let counts = comparison.rowCounts
      let number =
        counts.first == counts.second
        ? rows : "\(CountText.grouped(counts.first)) and \(CountText.text(counts.second, "row"))"
      // A row whose key differs can be anywhere.
      guard comparison.counts.underOtherKeys == 0 else { return number }
      return "\(number) \(moved ? "in different orders" : "in the same order")"
    }
    let only = comparison.sectionsOnlyInFirst.count + comparison.sectionsOnlyInSecond.count
    guard only == 0 else {
      return
        "\(CountText.grouped(sections.first)) and \(CountText.text(sections.second, "section")), "
        + "\(CountText.grouped(only)) only in one store"
    }
    let count = CountText.text(sections.first, "section")
    return comparison.sectionsInAnotherOrder.isEmpty
      ? "The same \(count) in the same order" : "The same \(count) in different orders"
  }

  private func differences(_ comparison: ListComparison) -> [String] {
    let counts = comparison.counts
    let missing: [(Int, String)] =
      order.leavesOut(.missingRow, by: accepted)
      ? []
      : [
        (counts.onlyIn.first, "only in \(stores.first)"),
        (counts.onlyIn.second, "only in \(stores.second)"),
      ]
    let keys = order.leavesOut(.keyType, by: accepted) ? 0 : counts.underOtherKeys
    let elsewhere = [(counts.inAnotherSection, "in another section"), (counts.moved, "moved")]
    func texts(_ parts: [(Int, String)]) -> [String] {
      parts.filter { $0.0 > 0 }.map { "\(CountText.text($0.0, "row")) \($0.1)" }
    }
    return texts(missing)
      + texts([(keys, keys == 1 ? "has a different key" : "have different keys")])
      + texts(elsewhere) + contents + columns(comparison)
  }

  private var contents: [String] {
    let (count, names) = order.otherContents(except: accepted)
    let known = order.causes.filter(accepted.accept)
    let others = order.causes(except: accepted)
    let parts =
      count == 0
      ? []
      : ["\(CountText.text(count, "row")) \(count == 1 ? "differs" : "differ") in \(listed(names))"]
    guard !known.isEmpty, !others.isEmpty else { return parts }
    let counts = order.comparison.counts
    // What an accepted cause moved is still somewhere else.
    let place = counts.moved + counts.inAnotherSection > 0 ? " of the rows that differ" : ""
    return parts + [
      "\(CountText.text(known.count, "accepted cause")) \(known.count == 1 ? "is" : "are") left out\(place)"
    ]
  }

  private func columns(_ comparison: ListComparison) -> [String] {
    let names = comparison.columnsOnlyInFirst + comparison.columnsOnlyInSecond
    return names.isEmpty ? [] : ["\(CountText.text(names.count, "column")) only in one store"]
  }

  private func listed(_ names: [String]) -> String {
    let rest = names.count - ComparisonSentence.mostColumns
    guard rest > 1 else { return names.conjunction }
    return (names.prefix(ComparisonSentence.mostColumns) + ["\(rest) more columns"]).map { $0 }
      .conjunction
  }
}

extension [String] {
  /// The texts with commas and the word "and" between them.
  var conjunction: String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) and \(last)"
  }
}
