/// An immutable list of rows in order, grouped into sections, addressed by rank, by path and by key.
///
/// The rows are sorted by their order keys, so every section is one run of rows; a section exists only while it
/// holds a row, except that a list without sections is one section, also when empty.
package struct RowList: Sendable {
  /// The rows, ascending.
  let rows: [OrderedRow]
  /// The rank of each section's first row, ascending.
  let sectionStarts: [Int]
  /// The order key of every row, by its identity.
  let orderKeys: [RowKey: [UInt8]]
  /// Whether rows are grouped at all.
  let isSectioned: Bool
  /// Whether the rows came in another order and were sorted for this list.
  let wasSorted: Bool

  init(
    sorted rows: [OrderedRow], orderKeys: [RowKey: [UInt8]], isSectioned: Bool,
    wasSorted: Bool = false
  ) {
    self.wasSorted = wasSorted
    self.rows = rows
    self.orderKeys = orderKeys
    self.isSectioned = isSectioned
    sectionStarts = isSectioned ? RowList.sectionStarts(of: rows) : [0]
  }

  /// Makes a list from rows in any order.
  ///
  /// - Complexity: O(*n*) when the rows ascend, O(*n* log *n*) otherwise.
  /// - Throws: ``DuplicateRowKey`` when two rows share an identity.
  package init(_ rows: [OrderedRow], isSectioned: Bool) throws(DuplicateRowKey) {
    var orderKeys: [RowKey: [UInt8]] = [:]
    orderKeys.reserveCapacity(rows.count)
    for (position, row) in rows.enumerated() {
      let key = row.key
      if orderKeys.updateValue(row.orderKey, forKey: key) != nil {
        let first = rows.firstIndex { $0.key == key } ?? position
        throw DuplicateRowKey(key: key, positions: (first, position))
      }
    }
    let ascends = zip(rows, rows.dropFirst()).allSatisfy(OrderedRow.precedes)
    self.init(
      sorted: ascends ? rows : rows.sorted(by: OrderedRow.precedes), orderKeys: orderKeys,
      isSectioned: isSectioned, wasSorted: !ascends)
  }

  private static func sectionStarts(of rows: [OrderedRow]) -> [Int] {
    rows.indices.filter { $0 == 0 || !rows[$0].isInSection(of: rows[$0 - 1]) }
  }
}

/// Two rows with one identity.
package struct DuplicateRowKey: Error {
  /// The shared identity.
  package let key: RowKey
  /// The places of both rows in the order they were given, counted from zero.
  package let positions: (first: Int, second: Int)
}
