/// The sections of an ordered list: where each begins, and which section has a key.
struct SectionRuns: Sendable {
  let grouping: RowGrouping
  /// The rank of each section's first row, ascending.
  private(set) var starts: [Int]
  /// The sections by key, where they are not in the order of their keys.
  private var places: [ArraySlice<UInt8>: Int] = [:]

  /// The sections of a list without rows.
  init(_ grouping: RowGrouping) {
    self.grouping = grouping
    starts = grouping == .none ? [0] : []
  }

  /// Finds the sections of rows in order.
  init(of rows: [OrderedRow], _ grouping: RowGrouping) throws(RowListError) {
    self.init(grouping)
    guard grouping != .none else { return }
    for rank in rows.indices where rank == 0 || !rows[rank].isInSection(of: rows[rank - 1]) {
      let key = rows[rank].sectionKey
      if grouping == .asSorted, let earlier = places.updateValue(starts.count, forKey: key) {
        throw .outOfOrderSection(row: rows[rank].key, earlier: rows[starts[earlier]].key)
      }
      starts.append(rank)
    }
  }

  var count: Int { starts.count }

  /// Returns the section with the key of a row, or nothing when there is none.
  ///
  /// - Complexity: O(log *s*) in the number of sections.
  func section(of row: OrderedRow, in rows: [OrderedRow]) -> Int? {
    let key = row.sectionKey
    switch grouping {
    case .none: return key.isEmpty ? 0 : nil
    case .asSorted: return places[key]
    case .byKey:
      let section = partition(starts.count) {
        ByteOrder.compare(rows[starts[$0]].sectionKey, key) == .less
      }
      return section < starts.count && rows[starts[section]].sectionKey == key ? section : nil
    }
  }
}

/// Returns the first index of `0..<count` that does not satisfy a condition, which holds up to some index only.
func partition(_ count: Int, where condition: (Int) -> Bool) -> Int {
  var low = 0
  var high = count
  while low < high {
    let middle = (low + high) / 2
    if condition(middle) { low = middle + 1 } else { high = middle }
  }
  return low
}
