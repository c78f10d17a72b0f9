extension RowList {
  /// The number of rows.
  package var count: Int { rows.count }

  /// The number of sections.
  package var sectionCount: Int { sections.starts.count }

  /// The ranks of a section's rows.
  ///
  /// - Precondition: The list has such a section.
  package func ranks(ofSection section: Int) -> Range<Int> {
    let end = section + 1 < sections.starts.count ? sections.starts[section + 1] : rows.count
    return sections.starts[section]..<end
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
    let section = partition(sections.starts.count) { sections.starts[$0] <= rank } - 1
    return ElementPath(section: section, item: rank - sections.starts[section])
  }

  /// Returns the identity of the row that a log of changes names, or nothing when it is not in the list.
  package func key(ofLogged key: RowKey) -> RowKey? {
    if case .rowID(let rowID) = key.identity, let identity = rowKeys[rowID] { return identity }
    return orderKeys[key] == nil ? nil : key
  }

  /// Returns the section a row of another list would stand in, or nothing when there is none.
  ///
  /// - Complexity: O(log *s*) in the number of sections.
  func section(of row: OrderedRow) -> Int? { sections.section(of: row, in: rows) }
}
