/// The rows whose contents were requested, and those that were accessed since.
struct RequestedContents {
  // Until the pipeline reports its next step, after which they can be requested again.
  private var rows: Set<RowKey> = []
  private var blocks: Set<[UInt8]> = []
  /// What is loaded and was accessed since the last request.
  private var touched = WantedRows()

  private static let mostTouchedRows = 512
  private static let mostTouchedBlocks = 64

  /// Records an access to a row, which must not be the next one to be evicted.
  mutating func touch(_ look: WantedRows) {
    touched.touched += look.touched
    if touched.touched.count > Self.mostTouchedRows {
      touched.touched.removeFirst(Self.mostTouchedRows / 2)
    }
    if let range = look.touchedRanges.first, touched.touchedRanges.last?.start != range.start {
      touched.touchedRanges.append(range)
    }
    if touched.touchedRanges.count > Self.mostTouchedBlocks {
      touched.touchedRanges.removeFirst(Self.mostTouchedBlocks / 2)
    }
  }

  /// Returns what of these rows hasn't been requested yet, with what was accessed; `nil` if all of it has.
  mutating func requesting(_ wanted: WantedRows) -> WantedRows? {
    var wanted = wanted
    wanted.keys.removeAll { !rows.insert($0).inserted }
    wanted.ranges.removeAll { !blocks.insert($0.start).inserted }
    return wanted.isEmpty ? nil : withTouched(wanted)
  }

  /// Returns what is wanted with what was accessed since the last request.
  mutating func withTouched(_ wanted: WantedRows) -> WantedRows {
    defer { touched = WantedRows() }
    var all = touched
    all.add(wanted)
    return all
  }

  /// Forgets what was requested, because the pipeline reported a step or another one is followed.
  ///
  /// - Returns: The keys of the rows that were requested.
  @discardableResult mutating func forget() -> Set<RowKey> {
    defer { (rows, blocks) = ([], []) }
    return rows
  }
}
