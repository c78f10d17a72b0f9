extension RowTree {
  /// Returns the tree with other children in place of a block, or after all others if the rank is `nil`.
  func replacing(blockAt rank: Int?, by replacement: [Child]) -> RowTree {
    var result = self
    result.children = rooted(replaced(children, from: 0, blockAt: rank ?? count, replacement))
    return result
  }

  private func replaced(
    _ children: [Child], from start: Int, blockAt rank: Int, _ replacement: [Child]
  ) -> [Child] {
    var (result, start, isDone) = ([Child](), start, false)
    for child in children {
      let end = start + Int(child.rows)
      if isDone || rank >= end {
        result.append(child)
      } else if case .branch(let inner) = child.content {
        result += branches(of: replaced(inner, from: start, blockAt: rank, replacement))
        isDone = true
      } else {
        result += replacement
        isDone = true
      }
      start = end
    }
    guard !isDone, let last = result.last else { return isDone ? result : replacement }
    // Nothing is after the rank, so the replacement follows the last block.
    guard case .branch(let inner) = last.content else { return result + replacement }
    return result.dropLast()
      + branches(of: replaced(inner, from: start - Int(last.rows), blockAt: rank, replacement))
  }
}
