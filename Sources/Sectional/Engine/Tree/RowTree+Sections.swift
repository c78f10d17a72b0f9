/// A section's index, and the rank of its first row.
struct FoundSection {
  var index: Int
  var start: Int
}

extension RowTree {
  /// Returns the section that contains the row at a rank.
  ///
  /// - Precondition: The rank is that of an existing row.
  /// - Complexity: O(log *n*)
  func section(ofRank rank: Int) -> FoundSection {
    var children = children
    var start = 0
    // The section of the last row that was passed, and whether it continues in the next child.
    var last = FoundSection(index: -1, start: 0)
    var continues = false
    while true {
      var index = 0
      while start + Int(children[index].rows) <= rank {
        start += Int(children[index].rows)
        last.pass(children[index], endingAt: start, continues: continues)
        index += 1
        continues = children[index].continuesSection
      }
      switch children[index].content {
      case .branch(let next): children = next
      case .block(let block, _):
        let run = block.runs.run(of: rank - start)
        guard run > 0 || !continues else { return last }
        return FoundSection(
          index: last.index + run + (continues ? 0 : 1), start: start + block.runs.start(of: run))
      }
    }
  }

  /// Returns the rank of a section's first row.
  ///
  /// - Precondition: The section exists.
  /// - Complexity: O(log *n*)
  func start(ofSection index: Int) -> Int { run(ofSection: index).start }

  /// Returns a section, with the rank of its first row as its start.
  ///
  /// - Precondition: The section exists.
  /// - Complexity: O(log *n*)
  func run(ofSection index: Int) -> SectionRun {
    var children = children
    var start = 0
    var last = FoundSection(index: -1, start: 0)
    var continues = false
    while true {
      var child = 0
      while true {
        var next = last
        next.pass(
          children[child], endingAt: start + Int(children[child].rows), continues: continues)
        guard next.index < index else { break }
        last = next
        start += Int(children[child].rows)
        child += 1
        continues = children[child].continuesSection
      }
      switch children[child].content {
      case .branch(let next): children = next
      case .block(let block, _):
        let run = index - last.index - (continues ? 0 : 1)
        return SectionRun(
          start: start + block.runs.start(of: run), section: block.runs[run].section)
      }
    }
  }
}

extension FoundSection {
  /// Moves past a child of the tree.
  fileprivate mutating func pass(_ child: RowTree.Child, endingAt end: Int, continues: Bool) {
    index += Int(child.sections) - (continues ? 1 : 0)
    if child.sections > 1 || !continues { start = end - Int(child.lastSectionRows) }
  }
}
