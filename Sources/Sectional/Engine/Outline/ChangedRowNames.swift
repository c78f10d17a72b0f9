/// What a merge calls the rows that changed.
struct ChangedRowNames {
  /// The keys by which they may be known.
  let keys: Set<RowKey>
  let rowIDs: Set<Int64>
  /// The keys of those that are in the list now.
  let new: Set<RowKey>
  /// All keys that need a closer look.
  let filter: IntegerKeyFilter
  private let keyIsRowID: Bool

  /// - Parameters:
  ///   - names: The rows, by key or rowid.
  ///   - keyIsRowID: Whether the key is an alias of the rowid.
  ///   - new: The keys of those that are in the list now.
  ///   - read: The keys of unchanged rows that were read again.
  init(
    _ names: Set<RowKey>, keyIsRowID: Bool, new: Set<RowKey>, read: some Sequence<RowKey>
  ) {
    self.keyIsRowID = keyIsRowID
    rowIDs = Set(names.compactMap(\.rowID))
    let aliases = keyIsRowID ? names.filter { $0.rowID != nil } : []
    keys = names.union(aliases.map { RowKey(bytes: $0.rowIDAsKey) })
    self.new = new
    filter = IntegerKeyFilter(keys.union(new).union(read))
  }

  /// Returns whether one of some rows, which are known by their keys or rowids, has a name.
  func isName(_ name: RowKey, ofOneOf rows: Set<RowKey>) -> Bool {
    rows.contains(name)
      || keyIsRowID && name.rowID != nil && rows.contains(RowKey(bytes: name.rowIDAsKey))
  }
}

/// What a merge has found out about the rows of an outline.
struct MetRows {
  /// Those that may have changed, by the keys or rowids that name them.
  var changed: Set<RowKey> = []
  /// The number of rows, after the merge, up to the last one that didn't change.
  var reach = 0
}

/// The sections that a merge has begun.
struct BegunSections {
  private(set) var last: [UInt8]?
  private var all: Set<[UInt8]> = []

  /// Begins a section.
  ///
  /// - Parameters:
  ///   - section: The section.
  ///   - isInOrder: Whether sections are in the order of their bytes, so that none can begin twice.
  /// - Returns: Whether it hasn't begun before.
  mutating func begin(_ section: [UInt8], isInOrder: Bool) -> Bool {
    last = section
    return isInOrder || all.insert(section).inserted
  }
}
