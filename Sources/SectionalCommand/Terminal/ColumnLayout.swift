/// Shares the columns of a terminal out among the columns of a table.
struct ColumnLayout: Sendable, Equatable {
  /// The columns that are shown, in order.
  let shown: [Int]
  /// Their widths.
  let widths: [Int]
  /// Whether columns were left out, for which one column with an ellipsis stands at the end.
  let isAbridged: Bool

  /// The spaces between two columns.
  static let gap = 2
  /// The minimum width of a column that is cut, unless the terminal has no room for three columns then.
  private static let readable = 8
  private static let minimum = 4
  /// The maximum width that a column is padded to if the line has no limit.
  private static let padding = 40

  /// The width up to which important columns aren't cut as long as others can be.
  private static let uncut = 24

  /// Fits columns into a line.
  ///
  /// - Parameters:
  ///   - natural: The widths that the columns would have.
  ///   - available: The width of the line, or `nil` for no limit.
  ///   - important: The columns that are cut and left out after the others.
  init(natural: [Int], available: Int?, important: Set<Int> = []) {
    guard let available else {
      shown = Array(natural.indices)
      (widths, isAbridged) = (natural.map { min($0, Self.padding) }, false)
      return
    }
    let shown = Self.shown(of: natural, available: available, important: important)
    let isAbridged = shown.count < natural.count
    let gaps = isAbridged ? Self.gap * shown.count + 1 : Self.gap * max(0, shown.count - 1)
    let spared = Set(shown.indices.filter { important.contains(shown[$0]) })
    (self.shown, self.isAbridged) = (shown, isAbridged)
    widths = Self.shrunk(shown.map { natural[$0] }, to: available - gaps, sparing: spared)
  }

  /// Returns the columns that are shown: the important ones, and the others from the first one on.
  private static func shown(
    of natural: [Int], available: Int, important: Set<Int>
  ) -> [Int] {
    let columns = shown(of: natural, available: available, important, minimum: readable)
    return columns.count >= min(3, natural.count)
      ? columns : shown(of: natural, available: available, important, minimum: minimum)
  }

  private static func shown(
    of natural: [Int], available: Int, _ important: Set<Int>, minimum: Int
  ) -> [Int] {
    let needed = natural.reduce(-gap) { $0 + gap + min($1, minimum) }
    guard needed > available else { return Array(natural.indices) }
    var remaining = available - 1
    let ranked =
      natural.indices.filter(important.contains)
      + natural.indices.filter { !important.contains($0) }
    return ranked.prefix { column in
      remaining -= min(natural[column], minimum) + gap
      return remaining >= 0
    }.sorted()
  }

  /// Cuts columns until the sum of `widths` is at most `budget`, and the spared ones last.
  private static func shrunk(_ widths: [Int], to budget: Int, sparing spared: Set<Int>) -> [Int] {
    let others = widths.indices.filter { !spared.contains($0) }
    let kept = spared.reduce(0) { $0 + min(widths[$1], uncut) }
    let least = others.reduce(0) { $0 + min(widths[$1], readable) }
    guard !others.isEmpty, kept + least <= budget else { return shrunk(widths, to: budget) }
    // What the others don't need is left to the spared ones.
    let rest = max(least, budget - spared.reduce(0) { $0 + widths[$1] })
    var result = widths
    for (index, width) in zip(others, shrunk(others.map { widths[$0] }, to: rest)) {
      result[index] = width
    }
    let left = budget - others.reduce(0) { $0 + result[$1] }
    let order = spared.sorted()
    for (index, width) in zip(order, shrunk(order.map { widths[$0] }, to: left)) {
      result[index] = width
    }
    return result
  }

  /// Cuts the widest columns to a common width until the sum of `widths` is at most `budget`.
  private static func shrunk(_ widths: [Int], to budget: Int) -> [Int] {
    var result = widths
    var remaining = budget
    let narrowestFirst = widths.indices.sorted { widths[$0] < widths[$1] }
    for (position, index) in narrowestFirst.enumerated() {
      // A narrow column leaves the rest of its equal share to the wider columns after it.
      result[index] = min(widths[index], remaining / (widths.count - position))
      remaining -= result[index]
    }
    return result
  }
}
