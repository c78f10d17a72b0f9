extension RowList {
  /// The number of rows.
  package var count: Int { rows.count }

  /// The number of sections.
  package var sectionCount: Int { sectionStarts.count }

  /// The ranks of a section's rows.
  ///
  /// - Precondition: The list has such a section.
  package func ranks(ofSection section: Int) -> Range<Int> {
    let end = section + 1 < sectionStarts.count ? sectionStarts[section + 1] : rows.count
    return sectionStarts[section]..<end
  }

  /// The row of a rank, counted over all sections.
  package subscript(rank: Int) -> OrderedRow { rows[rank] }

  /// Returns the rank of the row with some identity, or nothing when it is not in the list.
  ///
  /// - Complexity: O(log *n*)
  package func rank(of key: RowKey) -> Int? {
    guard let orderKey = orderKeys[key] else { return nil }
    return partition(rows.count) {
      ByteOrder.compare(rows[$0].orderKey[...], orderKey[...]) == .less
    }
  }

  /// Returns the path of a rank.
  ///
  /// - Complexity: O(log *s*) in the number of sections.
  package func path(ofRank rank: Int) -> ElementPath {
    let section = partition(sectionStarts.count) { sectionStarts[$0] <= rank } - 1
    return ElementPath(section: section, item: rank - sectionStarts[section])
  }

  /// Tells whether the list has the section a row of another list stands in.
  ///
  /// - Complexity: O(log *s*) in the number of sections.
  func hasSection(of row: OrderedRow) -> Bool {
    let key = row.sectionKey
    guard isSectioned else { return key.isEmpty }
    let section = partition(sectionStarts.count) {
      ByteOrder.compare(rows[sectionStarts[$0]].sectionKey, key) == .less
    }
    return section < sectionStarts.count && rows[sectionStarts[section]].sectionKey == key
  }

  /// Returns the first index of `0..<count` that does not satisfy the condition, which holds up to some index only.
  private func partition(_ count: Int, where condition: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if condition(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
