/// The work that a search or a change took.
package struct TreeWork: Sendable, Hashable {
  /// The number of branches and blocks that were visited.
  package var nodesVisited = 0
  /// The number of key comparisons.
  package var keyComparisons = 0
  /// The number of rows that were copied, because a row in the same block changed.
  package var rowsCopied = 0

  package init() {}

  /// Adds the work of another search or change.
  package mutating func add(_ other: TreeWork) {
    nodesVisited += other.nodesVisited
    keyComparisons += other.keyComparisons
    rowsCopied += other.rowsCopied
  }
}
