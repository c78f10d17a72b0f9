/// Which of a request's rows a list shows, and which of these are in memory.
///
/// Everything that differs between lists that hold all of their rows, batches of them, or some is decided here.
public struct Extent: Sendable, Hashable {
  /// The part of the rows that the list shows, or `nil` if it shows all.
  public let slice: FetchSlice?
  /// The smallest number of rows at the end of the list that it shows, without those before them until they are loaded; `nil` if
  /// it begins with its first row.
  package let lastRows: Int?
  /// The number of rows whose contents are read together, or `nil` if the list holds the contents of every row that is
  /// in memory.
  let batchSize: Int?
  /// The number of rows in memory, of a list that only counts the others; `nil` if all are in memory.
  package let windowSize: Int?

  /// All rows, with their contents.
  static let all = Extent(slice: nil, lastRows: nil, batchSize: nil, windowSize: nil)

  /// Creates an extent from its parts, which can be combined.
  init(slice: FetchSlice?, lastRows: Int?, batchSize: Int?, windowSize: Int?) {
    (self.slice, self.lastRows) = (slice, lastRows)
    (self.batchSize, self.windowSize) = (batchSize, windowSize)
  }
}

extension Extent {
  /// How a list is read as a whole.
  enum Opening {
    /// All rows, with their contents.
    case rows
    /// The order and the keys of all rows.
    case keys
    case slice(FetchSlice)
    /// At least this many rows at the end.
    case lastRows(Int)
    /// The first rows; the others are counted afterwards.
    case firstRows
  }

  /// Returns how a list of rows with a layout is read as a whole.
  func opening(of layout: RowLayout) -> Opening {
    if countsRows { return .firstRows }
    if let slice { return .slice(slice) }
    if let lastRows { return .lastRows(lastRows) }
    return effective(for: layout).readsKeysAlone ? .keys : .rows
  }

  /// Whose contents are in memory, and what is loaded and evicted together.
  enum Residency {
    case all
    /// Rows, which are loaded in batches.
    case rows(batch: Int)
    /// Blocks, of which there are at most this many rows.
    case blocks(most: Int)
  }

  /// Whose contents are in memory, of a list whose rows can be read by key.
  var residency: Residency {
    if let windowSize { return .blocks(most: windowSize) }
    if let batchSize, !isPart { return .rows(batch: batchSize) }
    return .all
  }

  /// Whether rows of the list may be in memory without their contents.
  var readsKeysAlone: Bool {
    switch residency {
    case .all: false
    case .rows, .blocks: true
    }
  }

  /// Whether the list shows a part of its rows, and knows nothing of the others.
  package var isPart: Bool { slice != nil || lastRows != nil }

  /// The rows that are read when a list opens that shows a part of its rows.
  package var firstPage: (offset: Int, limit: Int?, isReversed: Bool)? {
    if let lastRows { return (0, lastRows, true) }
    return slice.map { ($0.offset, $0.limit, false) }
  }

  /// Whether an index must have the list's order.
  package var requiresIndex: Bool { countsRows }

  /// Whether rows of the list may be counted without being in memory.
  var countsRows: Bool { windowSize != nil }

  /// Whether rows must be read when the day ends that decides the keys of the sections: other rows come into a part of them, and rows
  /// without contents can't be put into other sections.
  var isReadEachDay: Bool { self != .all }

  /// What is done after each change of a row whose old values are unknown; `nil` if they aren't needed.
  var needOfOldValues: String? {
    if countsRows { return "all rows of the window's list are counted again" }
    return (slice?.offset ?? 0) > 0 ? "the rows after the offset are read again" : nil
  }

  /// Whether the rows that the changed rows of several tables concern can be found among those in memory.
  var canTrace: Bool { !countsRows }

  /// Whether several owners can show one list: no rows come, go or get contents because of one of them.
  var canBeShared: Bool { batchSize == nil && windowSize == nil && lastRows == nil }

  /// Whether a look for several lists reads all that this one needs.
  var canShareLooks: Bool { self == .all }

  /// The largest number of changed rows that are looked up; with more, the list is read again.
  var mostNamedRows: Int { lastRows == nil ? .max : 4096 }

  /// The largest number of changed rows that are read with their contents, because those that come into view must have some.
  var mostRowsReadWhole: Int { batchSize == nil && windowSize == nil ? .max : 256 }

  /// Whether another list can search among the rows: all are there, with their contents.
  var isSearchable: Bool { self == .all }

  /// The sizes of the blocks that the rows are packed into.
  var shape: RowTreeShape { windowSize == nil ? .standard : .counted }

  /// The number of rows whose contents a list with batches keeps.
  var mostRowsWithContents: Int { max(512, min(batchSize ?? 0, 1 << 32) * 8) }

  /// What a section cache holds of a list.
  enum CacheForm { case orderKeys, counts }

  var cacheForm: CacheForm { countsRows ? .counts : .orderKeys }

  /// Why the list has no section cache; `nil` if it can have one.
  var cacheObstacle: String? {
    // It reads few rows anyway.
    lastRows == nil ? nil : "a list that begins at its end keeps no cache"
  }

  /// Returns why the contents of all rows in memory are held although the request has batches, or `nil` if they aren't.
  func batchObstacle(in layout: RowLayout) -> String? {
    guard batchSize != nil else { return nil }
    if isPart {
      return
        "a list with a limit, an offset or a beginning at its end holds the contents of its rows"
    }
    // Rows that depend on others can't be read by key.
    return layout.dependence == .row ? nil : "a row of the list depends on other rows or tables"
  }

  /// Returns the extent that a list of rows with a layout has.
  func effective(for layout: RowLayout) -> Extent {
    batchObstacle(in: layout) == nil ? self : withoutBatches
  }

  /// The extent without batches.
  var withoutBatches: Extent {
    Extent(slice: slice, lastRows: lastRows, batchSize: nil, windowSize: windowSize)
  }
}
