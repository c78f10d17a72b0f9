extension RowTree {
  /// Returns the index of the section that the row of a rank stands in.
  ///
  /// - Precondition: There is such a row.
  /// - Complexity: O(log *n*)
  func section(ofRank rank: Int) -> Int {
    var children = children
    var (start, section) = (0, 0)
    while true {
      var place = 0
      while start + Int(children[place].rows) <= rank {
        start += Int(children[place].rows)
        section += RowTree.newSections(in: children[place])
        place += 1
      }
      if children[place].continuesSection { section -= 1 }
      switch children[place].content {
      case .block(let block, _): return section + block.run(of: rank - start)
      case .branch(let next): children = next
      }
    }
  }

  /// Returns the rank of a section's first row.
  ///
  /// - Precondition: There is such a section.
  /// - Complexity: O(log *n*)
  func start(ofSection index: Int) -> Int {
    var children = children
    var (start, section) = (0, 0)
    while true {
      var place = 0
      while section + RowTree.newSections(in: children[place]) <= index {
        start += Int(children[place].rows)
        section += RowTree.newSections(in: children[place])
        place += 1
      }
      if children[place].continuesSection { section -= 1 }
      switch children[place].content {
      case .block(let block, _): return start + block.runs[index - section].start
      case .branch(let next): children = next
      }
    }
  }

  /// The number of sections that begin in a child.
  private static func newSections(in child: Child) -> Int {
    Int(child.sections) - (child.continuesSection ? 1 : 0)
  }
}
