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
  /// Where a list that begins at its end is to begin, step by step.
  private(set) var moves: [StartMove] = []

  /// A step that moves the beginning of a list.
  enum StartMove: Sendable, Hashable {
    /// Adds so many earlier rows.
    case earlier(Int)
    /// Keeps so many of the last rows.
    case trim(to: Int)
  }

  /// More rows than fit into memory.
  private static var mostEarlier: Int { 1 << 40 }

  /// Some rows before those of a list that begins at its end.
  static func earlier(_ count: Int) -> WantedRows {
    var wanted = WantedRows()
    if count > 0 { wanted.moves = [.earlier(min(count, mostEarlier))] }
    return wanted
  }

  /// No more than so many rows of a list that begins at its end.
  static func last(_ count: Int) -> WantedRows {
    var wanted = WantedRows()
    wanted.moves = [.trim(to: max(count, 0))]
    return wanted
  }

  /// Whether nothing is needed.
  var isEmpty: Bool { keys.isEmpty && ranges.isEmpty && !movesStart }

  /// Whether a list that begins at its end is to begin elsewhere.
  var movesStart: Bool { !moves.isEmpty }

  /// Adds rows, each only once: while a store can't be read, the same ones are wanted again and again.
  mutating func add(_ other: WantedRows) {
    keys.add(other.keys)
    touched += other.touched
    ranges.add(other.ranges)
    touchedRanges += other.touchedRanges
    for move in other.moves { add(move) }
  }

  private mutating func add(_ move: StartMove) {
    switch (moves.last, move) {
    case (.earlier(let count), .earlier(let more)):
      moves[moves.count - 1] = .earlier(min(count + more, WantedRows.mostEarlier))
    case (.trim(let count), .trim(let other)):
      moves[moves.count - 1] = .trim(to: min(count, other))
    default: moves.append(move)
    }
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
