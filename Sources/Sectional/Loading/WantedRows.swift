/// A request for contents, and what was accessed since the last one.
struct WantedRows: Sendable {
  /// The rows whose contents are needed.
  var keys: [RowKey] = []
  /// Rows with contents that were accessed.
  var touched: [RowKey] = []
  /// The blocks whose rows are needed, in a list with a window.
  var ranges: [OrderRange] = []
  /// Blocks in memory that were accessed.
  var touchedRanges: [OrderRange] = []

  /// Whether nothing is needed.
  var isEmpty: Bool { keys.isEmpty && ranges.isEmpty }

  mutating func add(_ other: WantedRows) {
    keys += other.keys
    touched += other.touched
    ranges += other.ranges
    touchedRanges += other.touchedRanges
  }
}
