extension RowList {
  /// Returns the list's outline, given the order of the rows, or `nil` if the list is too long.
  ///
  /// - Complexity: O(*n*)
  func outline(
    _ ordering: RowOrdering, slack: Int? = nil, leafRows: Int = Outline.leafRows
  ) -> Outline? {
    let hasRowIDs = count > 0 && self[0].record.rowID != nil
    var builder = OutlineBuilder(
      Outline.Shape(ordering, hasRowIDs: hasRowIDs), expecting: count, slack: slack,
      leafRows: leafRows)
    let key = KeyCells(ordering.keyColumns)
    var section: [UInt8]?
    forEachBlock { block in
      for run in 0..<block.runs.count {
        let positions = block.positions(ofRun: run)
        if grouping != .none, section != block.runs[run].section, let first = positions.first {
          section = block.runs[run].section
          builder.beginSection(BlockRow(block, first).sectionCell(ordering))
        }
        for position in positions {
          let record = block[position]
          builder.append(OutlineBuilder.Row(record)) {
            if record.hasContents {
              key.append(of: record.bytes, in: record.contents, to: &$0)
            } else {
              key.append(of: record.key, to: &$0)
            }
          }
        }
      }
    }
    return builder.outline()
  }
}

extension OutlineBuilder.Row {
  /// Creates a row whose sort keys are known as a whole.
  init(_ record: PackedRecord) {
    self.init(
      order: record.bytes[record.sort], isCut: false, identity: record.bytes[record.identity],
      rowID: record.rowID)
  }
}

extension Outline {
  /// Returns whether the outline identifies its rows as an order does, and agrees with it on whether there are
  /// sections.
  func isFor(_ ordering: RowOrdering) -> Bool {
    shape == Shape(ordering, hasRowIDs: shape.hasRowIDs)
  }
}

extension Outline.Shape {
  init(_ ordering: RowOrdering, hasRowIDs: Bool) {
    self.init(
      keyCount: ordering.keyColumns.count, hasRowIDs: hasRowIDs,
      fallsBackToRowID: ordering.fallsBackToRowID, isPlain: ordering.section.isEmpty)
  }
}

extension BlockRow {
  /// The key of the row's section, as the only cell of a row.
  func sectionCell(_ ordering: RowOrdering) -> PackedRow {
    PackedRow([ordering.sectionValue(of: section)])
  }
}

/// Copies the cells of a row's key from its contents.
struct KeyCells {
  private let columns: [Int]
  private let isLeading: Bool

  init(_ columns: [Int]) {
    self.columns = columns
    isLeading = columns == Array(0..<columns.count)
  }

  /// Appends the cells of a key; those of a row that its rowid identifies are null.
  func append(of key: RowKey, to bytes: inout [UInt8]) {
    guard case .key(let values) = key.identity, values.count == columns.count else {
      for _ in columns { bytes.append(CellTag.null) }
      return
    }
    bytes += PackedRow(values).bytes
  }

  /// Appends the key cells of the row whose contents are in a range of the bytes.
  func append(of bytes: [UInt8], in contents: Range<Int>, to key: inout [UInt8]) {
    unsafe bytes.withUnsafeBytes { bytes in
      guard !isLeading else {
        var end = contents.lowerBound
        for _ in columns { end = min(unsafe RawCell(bytes, at: end).end, contents.upperBound) }
        unsafe key.append(contentsOf: bytes[contents.lowerBound..<end])
        return
      }
      for column in columns {
        var start = contents.lowerBound
        for _ in 0..<column where start < contents.upperBound {
          start = unsafe RawCell(bytes, at: start).end
        }
        guard start < contents.upperBound else {
          key.append(CellTag.null)
          continue
        }
        unsafe key.append(contentsOf: bytes[start..<RawCell(bytes, at: start).end])
      }
    }
  }
}
