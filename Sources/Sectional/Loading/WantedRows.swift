/// A request for contents or for further rows, and what was accessed since the last one.
struct WantedRows: Sendable {
  /// The rows whose contents are needed.
  var keys: [RowKey] = []
  /// Rows with contents that were accessed.
  var touched: [RowKey] = []
  /// The blocks whose rows are needed, in a list with a window.
  var ranges: [OrderRange] = []
  /// Blocks in memory that were accessed.
  var touchedRanges: [OrderRange] = []
  /// How many earlier rows are needed, in a list that begins at its end.
  var earlier = 0
  /// How many of the last rows such a list is to keep; `nil` for all.
  var keptRows: Int?

  /// More rows than fit into memory.
  static var mostEarlier: Int { 1 << 40 }

  /// Whether nothing is needed.
  var isEmpty: Bool { keys.isEmpty && ranges.isEmpty && !movesStart }

  /// Whether a list that begins at its end is to begin elsewhere.
  var movesStart: Bool { earlier > 0 || keptRows != nil }

  /// Adds rows, each only once: while a store can't be read, the same ones are wanted again and again.
  mutating func add(_ other: WantedRows) {
    keys.add(other.keys)
    touched += other.touched
    ranges.add(other.ranges)
    touchedRanges += other.touchedRanges
    earlier += other.earlier
    keptRows = other.keptRows ?? keptRows
  }
}

extension RangeReplaceableCollection where Element: Hashable {
  /// Appends the elements that aren't there yet.
  fileprivate mutating func add(_ others: Self) {
    guard !isEmpty, !others.isEmpty else { return append(contentsOf: others) }
    let known = Set(self)
    append(contentsOf: others.filter { !known.contains($0) })
  }
}
