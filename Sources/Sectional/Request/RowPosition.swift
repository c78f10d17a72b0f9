/// A position in a query's order: that of a row, which needn't exist any longer.
package struct RowPosition: Sendable {
  let orderKey: RowOrderKey
  /// The values that the terms of the order compare, in their sequence.
  private let values: [StoredValue]
  /// The row's rowid, if that identifies it.
  package let rowID: Int64?

  /// Creates the position of a row, whose contents are known.
  init(_ row: BlockRow, _ ordering: RowOrdering) {
    orderKey = row.orderKey
    let contents = row.contents
    values = ordering.terms.map { contents.value(at: $0.column) }
    // A row with a complete key keeps its place when it gets another rowid, as after VACUUM.
    rowID = row.key.rowID
  }

  /// Creates the position that compared bytes encode; sections lead the order, if there are any.
  ///
  /// - Parameters:
  ///   - order: The compared bytes of a row's order key.
  ///   - ordering: The order.
  init(decoding order: [UInt8], _ ordering: RowOrdering) {
    orderKey = RowOrderKey(bytes: order)
    var (values, start) = ([StoredValue](), 0)
    for rule in ordering.terms {
      let end = ByteKey.end(of: rule, at: start, in: order)
      values.append(ByteKey.value(in: order[start..<end], by: rule))
      start = end
    }
    self.values = values
    rowID = RowKey(bytes: Array(order[start...])).rowID
  }

  /// Creates the position that a row has in another section.
  init(_ position: RowPosition, inSection section: StoredValue, _ ordering: RowOrdering) {
    let cell = PackedRow([section])
    var orderKey = RowOrderKey()
    for rule in ordering.section {
      ByteKey.append(cell, by: rule, to: &orderKey.bytes)
    }
    let old = position.orderKey
    orderKey.sectionEnd = orderKey.bytes.count
    orderKey.identityStart = old.identityStart - old.sectionEnd + orderKey.sectionEnd
    orderKey.bytes += old.bytes[old.sectionEnd...]
    self.orderKey = orderKey
    values =
      ordering.section.map { _ in section } + position.values.dropFirst(ordering.section.count)
    rowID = position.rowID
  }

  /// Returns the value that a term of the order compares, counted from zero.
  package func value(ofTerm term: Int) -> StoredValue { values[term] }
}

extension BlockRow {
  /// The row's section, sort keys and key.
  var orderKey: RowOrderKey { block.orderKey(of: position) }
}
