/// Computes the order keys of rows, one after the other, and reuses its storage.
struct RowOrderKeyBuilder: Sendable {
  private let ordering: RowOrdering
  /// The offsets of the cells, as far as the last column that the order needs.
  private var starts: [Int]

  init(_ ordering: RowOrdering) {
    self.ordering = ordering
    let rules = ordering.section + ordering.sort
    let last = (rules.map(\.column) + ordering.keyColumns).max() ?? -1
    starts = Array(repeating: 0, count: last + 1)
  }

  /// Computes a row's section, order and key from its cells.
  ///
  /// - Parameters:
  ///   - contents: The cells.
  ///   - rowID: The rowid, if it is known.
  ///   - orderKey: Receives the bytes, reusing its storage.
  /// - Complexity: O(*b*), where *b* is the number of bytes.
  mutating func compute(_ contents: PackedRow, rowID: Int64?, into orderKey: inout RowOrderKey) {
    contents.findCells(&starts)
    orderKey.bytes.removeAll(keepingCapacity: true)
    var ends = (section: 0, sort: 0)
    ByteWriter.append(to: &orderKey.bytes) { writer in
      unsafe contents.bytes.withUnsafeBytes { cells in
        for rule in ordering.section {
          unsafe ByteKey.append(cells, at: starts[rule.column], by: rule, to: &writer)
        }
        ends.section = writer.count
        for rule in ordering.sort {
          unsafe ByteKey.append(cells, at: starts[rule.column], by: rule, to: &writer)
        }
        ends.sort = unsafe appendIdentity(of: cells, rowID: rowID, to: &writer)
      }
    }
    (orderKey.sectionEnd, orderKey.identityStart) = ends
  }

  /// Appends the key columns, followed by the rowid if they don't identify the row.
  ///
  /// - Returns: The offset at which the row's key begins.
  private func appendIdentity(
    of cells: UnsafeRawBufferPointer, rowID: Int64?, to writer: inout ByteWriter
  ) -> Int {
    let keyStart = writer.count
    var isIncomplete = ordering.keyColumns.isEmpty
    for column in ordering.keyColumns {
      let start = starts[column]
      unsafe ByteKey.append(cells, at: start, by: OrderRule(column: column), to: &writer)
      if unsafe RawCell(cells, at: start).tag == CellTag.null { isIncomplete = true }
    }
    guard ordering.fallsBackToRowID, isIncomplete, let rowID else { return keyStart }
    let rowIDStart = writer.count
    ByteKey.append(rowID: rowID, to: &writer)
    return rowIDStart
  }
}
