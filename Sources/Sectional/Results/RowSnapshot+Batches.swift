import Foundation

extension RowSnapshot {
  /// How many batches are read together if the one before is in memory, because people scroll on.
  private static var batchesAhead: Int { 6 }

  /// Returns what must be loaded so that rows can be read: their batches or their blocks; nothing if all of them are loaded.
  func wanted(
    inBatchesOf size: Int, at indexPaths: some Sequence<IndexPath>
  ) -> WantedRows {
    var wanted = WantedRows()
    guard partial != nil else {
      wanted.keys = keys(inBatchesOf: size, at: indexPaths)
      return wanted
    }
    let ranks = indexPaths.map { rank(at: ElementPath($0)) }
    guard !ranks.allSatisfy(isLoaded) else { return wanted }
    // Those that are loaded must not be dropped meanwhile.
    var starts: Set<[UInt8]> = []
    for rank in ranks {
      let range = list.block(at: rank).range
      if starts.insert(range.start).inserted { wanted.ranges.append(range) }
    }
    return wanted
  }

  /// Returns the keys of all rows in the batches of some rows; empty if all of them are loaded.
  private func keys(
    inBatchesOf size: Int, at indexPaths: some Sequence<IndexPath>
  ) -> [RowKey] {
    guard size > 0 else { return [] }
    if let outline {
      // The look that reads the first contents reads these, too.
      return indexPaths.flatMap { outline.keys(in: rowsOf(rank(at: ElementPath($0)) / size, size)) }
    }
    guard isBatched else { return [] }
    var batches: Set<Int> = []
    for indexPath in indexPaths { batches.insert(rank(at: ElementPath(indexPath)) / size) }
    let missing = batches.filter { !isLoaded(rowsOf($0, size)) }
    guard !missing.isEmpty else { return [] }
    // Those that are loaded must not be dropped meanwhile.
    return batches.union(missing.flatMap { batchesAhead(of: $0, size) }).sorted().flatMap {
      list.keys(in: rowsOf($0, size))
    }
  }

  private func rowsOf(_ batch: Int, _ size: Int) -> Range<Int> {
    let start = min(min(batch, count) * min(size, count), count)
    return start..<start + min(size, count - start)
  }

  private func isLoaded(_ ranks: Range<Int>) -> Bool {
    var walk = RowWalk(list, from: ranks.lowerBound)
    while walk.rank < ranks.upperBound, let row = walk.row {
      guard row.hasContents else { return false }
      walk.advance()
    }
    return true
  }

  /// Returns the batches that people probably look at next, if a batch continues one that is in memory.
  private func batchesAhead(of batch: Int, _ size: Int) -> [Int] {
    let rows = rowsOf(batch, size)
    if rows.lowerBound > 0, list[rows.lowerBound - 1].hasContents {
      return (batch..<batch + RowSnapshot.batchesAhead).filter { !rowsOf($0, size).isEmpty }
    }
    if rows.upperBound < list.count, list[rows.upperBound].hasContents {
      return (max(batch - RowSnapshot.batchesAhead + 1, 0)...batch).map { $0 }
    }
    return []
  }
}

extension RowList {
  /// Returns the keys of the rows with some ranks.
  func keys(in ranks: Range<Int>) -> [RowKey] {
    var walk = RowWalk(self, from: ranks.lowerBound)
    return ranks.compactMap { _ in
      defer { walk.advance() }
      return walk.row?.keyInMemory
    }
  }
}
