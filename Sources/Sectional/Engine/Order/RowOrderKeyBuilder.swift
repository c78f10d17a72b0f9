/// Computes the order keys of rows, one after the other, and reuses its storage.
struct RowOrderKeyBuilder: Sendable {
  private let ordering: RowOrdering
  private var cells: [Int] = []

  init(_ ordering: RowOrdering) { self.ordering = ordering }

  /// Computes a row's section, order and key from its cells.
  ///
  /// - Parameters:
  ///   - contents: The cells.
  ///   - rowID: The rowid, if it is known.
  ///   - orderKey: Receives the bytes, reusing its storage.
  /// - Complexity: O(*b*), where *b* is the number of bytes.
  mutating func compute(_ contents: PackedRow, rowID: Int64?, into orderKey: inout RowOrderKey) {
    contents.findCells(&cells)
    orderKey.bytes.removeAll(keepingCapacity: true)
    for rule in ordering.section { append(rule, of: contents, to: &orderKey.bytes) }
    orderKey.sectionEnd = orderKey.bytes.count
    for rule in ordering.sort { append(rule, of: contents, to: &orderKey.bytes) }
    orderKey.identityStart = appendIdentity(of: contents, rowID: rowID, to: &orderKey.bytes)
  }

  private func append(_ rule: OrderRule, of contents: PackedRow, to bytes: inout [UInt8]) {
    let start = rule.column < cells.count ? cells[rule.column] : contents.bytes.count
    ByteKey.append(contents.bytes, at: start, by: rule, to: &bytes)
  }

  /// Appends the key columns, followed by the rowid if they don't identify the row.
  ///
  /// - Returns: The offset at which the row's key begins.
  private func appendIdentity(
    of contents: PackedRow, rowID: Int64?, to bytes: inout [UInt8]
  ) -> Int {
    let keyStart = bytes.count
    var isIncomplete = ordering.keyColumns.isEmpty
    for column in ordering.keyColumns {
      let segment = bytes.count
      append(OrderRule(column: column), of: contents, to: &bytes)
      if bytes[segment] == ByteKey.Tag.nullFirst { isIncomplete = true }
    }
    guard ordering.fallsBackToRowID, isIncomplete, let rowID else { return keyStart }
    let rowIDStart = bytes.count
    ByteKey.append(rowID: rowID, to: &bytes)
    return rowIDStart
  }
}
