extension RowList {
  /// Returns the list after some rows changed.
  ///
  /// `keys` names every row that may have changed; `rows` holds those of them that are (still) in the list, with
  /// their new contents. A named row without a new one leaves the list.
  ///
  /// - Complexity: O(*n* + *d* log *d*) in the number of rows and of changed rows.
  /// - Throws: ``RowListError`` when a new row has the identity of another one, or a section is torn apart.
  package func applying(
    _ rows: [OrderedRow], for keys: Set<RowKey>
  ) throws(RowListError) -> RowList {
    var orderKeys = orderKeys
    var rowKeys = rowKeys
    let removed = keys.compactMap(rank(of:)).sorted()
    for rank in removed { if let rowID = self.rows[rank].rowID { rowKeys[rowID] = nil } }
    for key in keys { orderKeys[key] = nil }
    for (position, row) in rows.enumerated() {
      if orderKeys.updateValue(row.orderKey, forKey: row.key) != nil {
        throw .duplicateKey(row.key, positions: (position, position))
      }
      if let rowID = row.rowID { rowKeys[rowID] = row.key }
    }
    let merged = merged(without: removed, with: rows.sorted(by: OrderedRow.precedes))
    return RowList(
      rows: merged, sections: try SectionRuns(of: merged, sections.grouping),
      orderKeys: orderKeys, rowKeys: rowKeys, wasSorted: false)
  }

  /// Merges ascending new rows into the rows that stay.
  private func merged(without removed: [Int], with inserted: [OrderedRow]) -> [OrderedRow] {
    var result: [OrderedRow] = []
    result.reserveCapacity(rows.count - removed.count + inserted.count)
    var nextRemoved = 0
    var nextInserted = 0
    for rank in rows.indices {
      if nextRemoved < removed.count, removed[nextRemoved] == rank {
        nextRemoved += 1
        continue
      }
      while nextInserted < inserted.count, OrderedRow.precedes(inserted[nextInserted], rows[rank]) {
        result.append(inserted[nextInserted])
        nextInserted += 1
      }
      result.append(rows[rank])
    }
    result.append(contentsOf: inserted[nextInserted...])
    return result
  }
}
