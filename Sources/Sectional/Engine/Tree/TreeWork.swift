/// What a search or a change looked at.
package struct TreeWork: Sendable, Hashable {
  /// The number of branches and blocks that were looked into.
  package var nodesVisited = 0
  /// The number of times that keys were compared.
  package var keyComparisons = 0
  /// The number of rows that were copied, because a row beside them changed.
  package var rowsCopied = 0

  package init() {}

  /// Adds what another search or change looked at.
  package mutating func add(_ other: TreeWork) {
    nodesVisited += other.nodesVisited
    keyComparisons += other.keyComparisons
    rowsCopied += other.rowsCopied
  }
}
