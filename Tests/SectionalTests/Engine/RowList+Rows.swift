@testable import Sectional

extension OrderedRow {
  var key: RowKey { RowKey(bytes: Array(place.bytes[place.identity])) }
}

extension PackedRows {
  init(_ rows: [OrderedRow], _ grouping: RowGrouping, shape: RowTreeShape = .standard) {
    self.init(grouping, shape: shape)
    for row in rows {
      var place = row.place
      unsafe row.contents.bytes.withUnsafeBytes { contents in
        unsafe append(&place, contents: contents, rowID: row.rowID)
      }
    }
    seal()
  }
}

extension RowList {
  init(
    _ rows: [OrderedRow], _ grouping: RowGrouping, shape: RowTreeShape = .standard
  ) throws(RowListError) {
    try self.init(PackedRows(rows, grouping, shape: shape))
  }

  init(empty grouping: RowGrouping, shape: RowTreeShape) {
    self = .empty(grouping, shape: shape)
  }

  func applying(_ rows: [OrderedRow], for keys: Set<RowKey>) throws(RowListError) -> AppliedRows {
    var work = TreeWork()
    return try applying(PackedRows(rows, grouping), inPlaceOf: self.rows(of: keys, &work))
  }

  /// The rows, as they would be packed for a separate list.
  var rows: [OrderedRow] {
    var rows: [OrderedRow] = []
    forEach { row in
      rows.append(
        OrderedRow(
          place: row.record.orderKey(in: row.section), rowID: row.record.rowID,
          contents: row.contents)
      )
    }
    return rows
  }

  /// The ranks of the first rows of sections.
  var sectionStarts: [Int] { (0..<sectionCount).map { ranks(ofSection: $0).lowerBound } }

  func keys(ofRowID rowID: Int64) -> [RowKey] {
    var work = TreeWork()
    return rows(named: [RowKey(rowID: rowID)], keyIsRowID: false, &work).map(\.row.key)
  }
}
