/// An immutable list of rows in order, grouped into sections, addressed by rank, by path and by key.
///
/// The rows are sorted by their order keys, and every section is one run of rows; a section exists only while it
/// holds a row, except that a list without sections is one section, also when empty.
package struct RowList: Sendable {
  /// The rows, ascending.
  let rows: [OrderedRow]
  /// The runs of rows that are sections.
  let sections: SectionRuns
  /// The order key of every row, by its identity.
  let orderKeys: [RowKey: [UInt8]]
  /// The identities of rows whose changes are reported by rowid.
  let rowKeys: [Int64: RowKey]
  /// Whether the rows came in another order and were sorted for this list.
  let wasSorted: Bool

  /// An empty list.
  static func empty(_ grouping: RowGrouping) -> RowList {
    RowList(
      rows: [], sections: SectionRuns(grouping), orderKeys: [:], rowKeys: [:], wasSorted: false)
  }

  init(
    rows: [OrderedRow], sections: SectionRuns, orderKeys: [RowKey: [UInt8]],
    rowKeys: [Int64: RowKey], wasSorted: Bool
  ) {
    self.rows = rows
    self.sections = sections
    self.orderKeys = orderKeys
    self.rowKeys = rowKeys
    self.wasSorted = wasSorted
  }

  /// Makes a list from rows in any order.
  ///
  /// - Complexity: O(*n*) when the rows ascend, O(*n* log *n*) otherwise.
  /// - Throws: ``RowListError`` when two rows share an identity, or a section is not one run of rows.
  package init(_ rows: [OrderedRow], _ grouping: RowGrouping) throws(RowListError) {
    var orderKeys: [RowKey: [UInt8]] = [:]
    var rowKeys: [Int64: RowKey] = [:]
    orderKeys.reserveCapacity(rows.count)
    for (position, row) in rows.enumerated() {
      let key = row.key
      if orderKeys.updateValue(row.orderKey, forKey: key) != nil {
        let first = rows.firstIndex { $0.key == key } ?? position
        throw .duplicateKey(key, positions: (first, position))
      }
      if let rowID = row.rowID { rowKeys[rowID] = key }
    }
    let ascends = zip(rows, rows.dropFirst()).allSatisfy(OrderedRow.precedes)
    let sorted = ascends ? rows : rows.sorted(by: OrderedRow.precedes)
    self.init(
      rows: sorted, sections: try SectionRuns(of: sorted, grouping), orderKeys: orderKeys,
      rowKeys: rowKeys, wasSorted: !ascends)
  }
}

/// How rows are grouped.
package enum RowGrouping: Sendable, Hashable {
  /// Into one section, also without rows.
  case none
  /// Into sections whose keys lead the order.
  case byKey
  /// Into sections wherever the order puts them.
  case asSorted

  package init(_ ordering: RowOrdering) {
    self = ordering.section.isEmpty ? .none : (ordering.sectionLeads ? .byKey : .asSorted)
  }
}

/// Why rows make no list.
package enum RowListError: Error {
  /// Two rows share an identity; their places in the order they were given, counted from zero.
  case duplicateKey(RowKey, positions: (first: Int, second: Int))
  /// A section that ended before some row begins again with it.
  case outOfOrderSection(row: RowKey, earlier: RowKey)
}
