/// The cells that a query reads of each row, as far as they are checked and kept.
struct QueriedCells: Sendable {
  /// A cell that is summed up, and the requirement of its property.
  struct Summed: Sendable {
    let index: Int
    let rule: CellRule?
  }

  /// The kinds of cells that are known to fit without decoding them, by column.
  let kinds: [CellKinds]
  /// The cells that are kept of rows without contents, because they are summed up.
  var summed: [Summed] = []
}

extension PackedRow {
  /// Returns the cells that are kept of a row without contents: those that are summed up, after a mark, or nothing.
  ///
  /// - Parameter indexes: The indexes of these cells.
  /// - Returns: The bytes.
  func summed(at indexes: [Int]) -> [UInt8] {
    PackedRow.summed(at: indexes, of: bytes, in: bytes.indices)
  }

  /// Returns the same of a row that is a part of some bytes.
  static func summed(at indexes: [Int], of bytes: [UInt8], in range: Range<Int>) -> [UInt8] {
    guard !indexes.isEmpty else { return [] }
    var kept = [CellTag.summed]
    for index in indexes {
      var reader = Reader(bytes, in: range)
      for _ in 0..<index { reader.skip() }
      let start = reader.position
      reader.skip()
      // A cell that is missing is null.
      if reader.position > start {
        kept += bytes[start..<reader.position]
      } else {
        kept.append(CellTag.null)
      }
    }
    return kept
  }
}
