/// Shares the columns of a terminal out among the columns of a table.
struct ColumnLayout: Sendable, Equatable {
  /// The widths of the columns that are shown.
  let widths: [Int]
  /// Whether columns at the end were dropped and replaced by one column with an ellipsis.
  let isAbridged: Bool

  /// The spaces between two columns.
  static let gap = 2
  /// The minimum width of a column that is cut, unless the terminal has no room for three columns then.
  private static let readable = 8
  private static let minimum = 4
  /// The maximum width that a column is padded to if the line has no limit.
  private static let padding = 32

  /// Fits columns of `natural` widths into a line of `available` columns, or `nil` for no limit.
  init(natural: [Int], available: Int?) {
    guard let available else {
      self.init(widths: natural.map { min($0, Self.padding) }, isAbridged: false)
      return
    }
    let shown = Self.shownCount(of: natural, available: available)
    let isAbridged = shown < natural.count
    let reserved = isAbridged ? Self.gap * shown + 1 : Self.gap * max(0, shown - 1)
    let widths = Self.shrunk(Array(natural.prefix(shown)), to: available - reserved)
    self.init(widths: widths, isAbridged: isAbridged)
  }

  /// Makes a layout of columns that are known to fit.
  private init(widths: [Int], isAbridged: Bool) {
    self.widths = widths
    self.isAbridged = isAbridged
  }

  /// Counts the columns that are shown, from the first one on.
  private static func shownCount(of natural: [Int], available: Int) -> Int {
    let count = shownCount(of: natural, available: available, minimum: readable)
    return count >= min(3, natural.count)
      ? count : shownCount(of: natural, available: available, minimum: minimum)
  }

  private static func shownCount(of natural: [Int], available: Int, minimum: Int) -> Int {
    let needed = natural.reduce(-gap) { $0 + gap + min($1, minimum) }
    guard needed > available else { return natural.count }
    var remaining = available - 1
    return natural.dropLast().prefix { width in
      remaining -= min(width, minimum) + gap
      return remaining >= 0
    }.count
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
