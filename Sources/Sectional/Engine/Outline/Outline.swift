/// The sections of a list, and the order and keys of its rows, without the rows' contents.
///
/// The head has the sections and describes the leaves, in which consecutive rows are stored separately, each with checksums
/// and a filter of its keys; they are fetched when they are needed. A row consists of as much of its sort keys as
/// distinguishes it from its neighbors, the cells of its key and, if changes are logged by rowid, its rowid. Only the part
/// of the sort keys that differs from the previous row of the leaf is written.
package struct Outline: Sendable {
  /// The properties that all rows share.
  struct Shape: Sendable, Hashable {
    /// The number of cells that identify a row.
    let keyCount: Int
    /// Whether each row includes its rowid.
    let hasRowIDs: Bool
    /// Whether the rowid identifies rows that have no key cells or a null in one.
    let fallsBackToRowID: Bool
    /// Whether the list has no sections.
    let isPlain: Bool
  }

  /// The most rows of a leaf.
  static let leafRows = 4096
  /// The number of rows of a leaf after which one is written without those before it, so that reading can begin there.
  static let blockRows = 64
  private static let fixedCount = 32

  let shape: Shape
  /// The number of rows.
  package let count: Int
  let sections: OutlineSections
  let leaves: [OutlineLeaf]
  /// The ranks of the first rows of the leaves.
  private let starts: [Int]

  /// The number of sections; a list without sections counts as one.
  package var sectionCount: Int { shape.isPlain ? 1 : sections.count }

  /// Creates an outline from leaves and the sections of their rows.
  init(_ shape: Shape, _ sections: OutlineSections, _ leaves: [OutlineLeaf]) {
    (self.shape, self.sections, self.leaves) = (shape, sections, leaves)
    var (starts, count) = ([Int](), 0)
    starts.reserveCapacity(leaves.count)
    for leaf in leaves {
      starts.append(count)
      count += leaf.count
    }
    (self.starts, self.count) = (starts, count)
  }

  /// Creates an outline from its head and its rows, or returns `nil` if the bytes aren't a valid head.
  ///
  /// - Complexity: O(*s* + *l*), where *s* is the number of sections and *l* the number of leaves.
  init?(head: [UInt8], rows: any OutlineRows) {
    var reader = CarefulReader(head, head.indices)
    guard reader.take(Outline.fixedCount) != nil else { return nil }
    let words = (0..<6).map { head.word(at: 4 * $0) }
    let shape = Shape(keyCount: words[2], flags: words[3])
    guard let table = reader.take(8 * words[1]), let cells = reader.take(words[4]),
      let sections = OutlineSections(
        table: Array(head[table]), cells: Array(head[cells]), of: words[0])
    else { return nil }
    var (leaves, offset, count) = ([OutlineLeaf](), 0, 0)
    for _ in 0..<words[5] {
      guard let leaf = OutlineLeaf(&reader, rows, at: offset) else { return nil }
      (offset, count) = (leaf.end, count + leaf.count)
      leaves.append(leaf)
    }
    guard reader.isAtEnd, offset == rows.count, count == words[0], count < 1 << 31,
      UInt64(offset) == head.longWord(at: 24), shape.keyCount <= 2000,
      shape.isPlain ? sections.count == 0 : (sections.count == 0) == (count == 0)
    else { return nil }
    self.init(shape, sections, leaves)
  }

  /// Everything except the leaves.
  var head: [UInt8] {
    var head: [UInt8] = []
    for word in [
      count, sections.count, shape.keyCount, shape.flags, sections.cells.count, leaves.count,
    ] { head.append(word: word) }
    head.append(longWord: UInt64(leaves.reduce(0) { $0 + $1.byteCount }))
    head += sections.table
    head += sections.cells
    for leaf in leaves { leaf.append(to: &head) }
    return head
  }

  /// The bytes of all leaves, or `nil` if they can't be read or have changed.
  var allRows: [UInt8]? {
    var bytes: [UInt8] = []
    for leaf in leaves {
      guard let rows = leaf.rows, let filter = leaf.filter else { return nil }
      bytes += rows
      bytes += filter.bytes
    }
    return bytes
  }
}

extension Outline.Shape {
  fileprivate init(keyCount: Int, flags: Int) {
    self.init(
      keyCount: keyCount, hasRowIDs: flags & 1 != 0, fallsBackToRowID: flags & 2 != 0,
      isPlain: flags & 4 != 0)
  }

  fileprivate var flags: Int {
    (hasRowIDs ? 1 : 0) | (fallsBackToRowID ? 2 : 0) | (isPlain ? 4 : 0)
  }
}

extension Outline {
  /// The ranks of a section's rows.
  ///
  /// - Precondition: The section exists.
  package func ranks(ofSection section: Int) -> Range<Int> {
    guard !shape.isPlain else { return 0..<count }
    return sections.start(
      of: section)..<(section + 1 < sections.count
      ? sections.start(of: section + 1) : count)
  }

  /// Returns the section that contains the row at a rank.
  ///
  /// - Complexity: O(log *s*), where *s* is the number of sections.
  func section(ofRank rank: Int) -> Int {
    shape.isPlain
      ? 0 : max(partitionPoint(sections.count) { sections.start(of: $0) <= rank } - 1, 0)
  }

  /// Returns the key of a section as the only cell of a row, or null for a list without sections.
  func sectionCell(_ section: Int) -> PackedRow {
    shape.isPlain ? PackedRow([.null]) : sections.cell(of: section)
  }

  /// Returns the ranks of a leaf's rows.
  func ranks(ofLeaf leaf: Int) -> Range<Int> { starts[leaf]..<(starts[leaf] + leaves[leaf].count) }

  /// Returns the leaf that contains the row at a rank.
  func leaf(ofRank rank: Int) -> Int {
    max(partitionPoint(starts.count) { starts[$0] <= rank } - 1, 0)
  }
}
