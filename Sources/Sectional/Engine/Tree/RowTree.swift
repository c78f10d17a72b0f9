/// A B+tree of blocks of rows in order, in which every row and every section has a rank.
///
/// A tree is a value: a copy shares every node, and changing the copy makes anew only what lies on the way to the change.
/// Every child has a separator, which is not above its own rows and above all rows before it; separators are set when
/// a block is made and need not be tight afterwards. A section is a run of rows that share one, and a run that goes on
/// in the next child is told by ``Child/continuesSection``.
struct RowTree: Sendable {
  /// A part of the rows, with what is to be known to pass over it.
  struct Child: Sendable {
    /// The order of a row that could be its first.
    var separator: [UInt8]
    let rows: Int32
    /// The number of sections in it, a first one that began before it included.
    let sections: Int32
    /// The number of its rows that stand in its last section.
    let lastSectionRows: Int32
    /// Whether its first section is the last one of the child before it, under the same parent.
    var continuesSection = false
    let content: Content
  }

  /// What a child holds.
  enum Content: Sendable {
    /// Rows, and the number by which they are found.
    case block(RowBlock, number: UInt32)
    case branch([Child])
  }

  let grouping: RowGrouping
  let shape: RowTreeShape
  var children: [Child] = []

  var count: Int { children.reduce(0) { $0 + Int($1.rows) } }

  /// The number of runs of rows that share a section.
  var sectionCount: Int { Int(RowTree.sectionSum(of: children)) }

  init(_ grouping: RowGrouping, shape: RowTreeShape) {
    self.grouping = grouping
    self.shape = shape
  }
}

extension RowTree.Child {
  init(_ block: RowBlock, number: UInt32, separator: [UInt8]) {
    self.separator = separator
    rows = Int32(block.count)
    sections = Int32(block.runs.count)
    lastSectionRows = Int32(block.count - (block.runs.start(of: max(block.runs.count - 1, 0))))
    content = .block(block, number: number)
  }

  /// Makes a branch, and finds out where sections go on from one child to the next.
  init(branch children: [RowTree.Child]) {
    var children = children
    RowTree.link(&children)
    separator = children[0].separator
    rows = children.reduce(0) { $0 + $1.rows }
    sections = RowTree.sectionSum(of: children)
    var last: Int32 = 0
    for child in children.reversed() {
      last += child.lastSectionRows
      guard child.sections == 1, child.continuesSection else { break }
    }
    lastSectionRows = last
    content = .branch(children)
  }

  /// The section of the first row.
  var firstSection: [UInt8] {
    switch content {
    case .block(let block, _): block.runs.first?.section ?? []
    case .branch(let children): children.first?.firstSection ?? []
    }
  }

  /// The section of the last row.
  var lastSection: [UInt8] {
    switch content {
    case .block(let block, _): block.runs.last?.section ?? []
    case .branch(let children): children.last?.lastSection ?? []
    }
  }
}

extension RowTree {
  /// Finds out in which children the section of the row before goes on.
  static func link(_ children: inout [Child]) {
    for index in children.indices {
      let continues =
        index > 0 && children[index - 1].lastSection == children[index].firstSection
      if children[index].continuesSection != continues {
        children[index].continuesSection = continues
      }
    }
  }

  static func sectionSum(of children: [Child]) -> Int32 {
    children.reduce(0) { $0 + $1.sections - ($1.continuesSection ? 1 : 0) }
  }
}
