/// An immutable list of rows in order, grouped into sections, addressed by rank, by path and by key.
///
/// The rows are sorted by their order keys, so every section is one run of rows; a section exists only while it
/// holds a row, except that a list without sections is one section, also when empty.
public struct RowList: Sendable {
  /// The rows, ascending.
  let rows: [OrderedRow]
  /// The rank of each section's first row, ascending.
  let sectionStarts: [Int]
  /// The order key of every row, by its identity.
  let orderKeys: [RowKey: [UInt8]]
  /// Whether rows are grouped at all.
  let isSectioned: Bool

  init(
    sorted rows: [OrderedRow], orderKeys: [RowKey: [UInt8]], isSectioned: Bool
  ) {
    self.rows = rows
    self.orderKeys = orderKeys
    self.isSectioned = isSectioned
    sectionStarts = isSectioned ? RowList.sectionStarts(of: rows) : [0]
  }

  /// Makes a list from rows in any order.
  ///
  /// - Complexity: O(*n*) when the rows ascend, O(*n* log *n*) otherwise.
  /// - Throws: ``DuplicateRowKey`` when two rows share an identity.
  public init(_ rows: [OrderedRow], isSectioned: Bool) throws(DuplicateRowKey) {
    var orderKeys: [RowKey: [UInt8]] = [:]
    orderKeys.reserveCapacity(rows.count)
    for (position, row) in rows.enumerated() {
      let key = row.key
      if orderKeys.updateValue(row.orderKey, forKey: key) != nil {
        let first = rows.firstIndex { $0.key == key } ?? position
        throw DuplicateRowKey(key: key, positions: (first, position))
      }
    }
    let sorted = RowList.ascends(rows) ? rows : rows.sorted(by: OrderedRow.precedes)
    self.init(sorted: sorted, orderKeys: orderKeys, isSectioned: isSectioned)
  }

  /// Tells whether rows already stand in order.
  public static func ascends(_ rows: [OrderedRow]) -> Bool {
    zip(rows, rows.dropFirst()).allSatisfy(OrderedRow.precedes)
  }

  private static func sectionStarts(of rows: [OrderedRow]) -> [Int] {
    rows.indices.filter { $0 == 0 || !rows[$0].isInSection(of: rows[$0 - 1]) }
  }
}

/// Two rows with one identity.
public struct DuplicateRowKey: Error {
  /// The shared identity.
  public let key: RowKey
  /// The places of both rows in the order they were given, counted from zero.
  public let positions: (first: Int, second: Int)
}
