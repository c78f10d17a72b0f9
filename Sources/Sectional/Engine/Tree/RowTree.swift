/// A B+tree of blocks of ordered rows, in which every row and every section has a rank.
///
/// A tree is a value: a copy shares every node, and a change to the copy rebuilds only the nodes on the path to the
/// change. Every child has a separator, which isn't greater than its own rows and is greater than all rows before it.
/// Separators are set when a block is created, and need not be tight afterward. A section is a run of rows that share
/// a section key; ``Child/continuesSection`` marks a run that continues from the previous child.
struct RowTree: Sendable {
  /// A subtree, with the information that is needed to skip it.
  struct Child: Sendable {
    /// A lower bound for the order of its rows.
    var separator: [UInt8]
    let rows: Int32
    /// The number of sections in it, including a first one that began before it.
    let sections: Int32
    /// The number of its rows that belong to its last section.
    let lastSectionRows: Int32
    /// Whether its first section continues the last one of the previous child of the same parent.
    var continuesSection = false
    /// Whether no row of it is in memory.
    var isCounted = false
    /// What the list's aggregates are of its rows; `nil` if the list has none.
    var summary: RowSummary?
    var content: Content
  }

  /// The contents of a child.
  enum Content: Sendable {
    /// Rows, and the block's number in the directory.
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
    isCounted = block.counts != nil
    content = .block(block, number: number)
  }

  /// Creates a branch, and determines where sections continue from one child to the next.
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
    isCounted = children.allSatisfy(\.isCounted)
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
  /// Determines which children continue the section of the previous child.
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
