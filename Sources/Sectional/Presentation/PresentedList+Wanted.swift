import Foundation

extension PresentedList {
  /// How many batches are read together if the one before is in memory, because people scroll on.
  private static var batchesAhead: Int { 6 }

  /// Returns what must be loaded so that rows can be read: their batches or their blocks; nothing if all of them are loaded.
  func wanted(
    inBatchesOf size: Int, at indexPaths: some Sequence<IndexPath>
  ) -> WantedRows {
    var wanted = WantedRows()
    guard isCounted else {
      wanted.keys = keys(inBatchesOf: size, at: indexPaths)
      return wanted
    }
    let ranks = indexPaths.map { rank(at: ElementPath($0)) }
    guard !ranks.allSatisfy(isLoaded) else { return wanted }
    // Those that are loaded must not be dropped meanwhile.
    var starts: Set<[UInt8]> = []
    for rank in ranks {
      let range = base.list.blocks[ofRank: shownRanks[rank]].range
      if starts.insert(range.start).inserted { wanted.ranges.append(range) }
    }
    return wanted
  }

  /// Returns the keys of all rows in the batches of some rows; empty if all of them are loaded.
  private func keys(
    inBatchesOf size: Int, at indexPaths: some Sequence<IndexPath>
  ) -> [RowKey] {
    guard size > 0 else { return [] }
    guard isLoaded else {
      // The look that reads the first contents reads these, too.
      return indexPaths.flatMap { keys(in: rowsOf(rank(at: ElementPath($0)) / size, size)) }
    }
    guard loadsContents else { return [] }
    var batches: Set<Int> = []
    for indexPath in indexPaths { batches.insert(rank(at: ElementPath(indexPath)) / size) }
    let missing = batches.filter { !areLoaded(rowsOf($0, size)) }
    guard !missing.isEmpty else { return [] }
    // Those that are loaded must not be dropped meanwhile.
    return batches.union(missing.flatMap { batchesAhead(of: $0, size) }).sorted().flatMap {
      keys(in: rowsOf($0, size))
    }
  }

  /// Returns the block or the row at an index path, so that it isn't the next one to be dropped.
  func look(at indexPath: IndexPath) -> WantedRows {
    let rank = rank(at: ElementPath(indexPath))
    var look = WantedRows()
    if isCounted {
      look.touchedRanges = [base.list.blocks[ofRank: shownRanks[rank]].range]
    } else {
      look.touched = keys(in: rank..<rank + 1)
    }
    return look
  }

  private func rowsOf(_ batch: Int, _ size: Int) -> Range<Int> {
    let start = min(min(batch, count) * min(size, count), count)
    return start..<start + min(size, count - start)
  }

  /// Returns the batches that people probably look at next, if a batch continues one that is in memory.
  private func batchesAhead(of batch: Int, _ size: Int) -> [Int] {
    let rows = rowsOf(batch, size)
    if rows.lowerBound > 0, isLoaded(rows.lowerBound - 1) {
      return (batch..<batch + PresentedList.batchesAhead).filter { !rowsOf($0, size).isEmpty }
    }
    if rows.upperBound < count, isLoaded(rows.upperBound) {
      return (max(batch - PresentedList.batchesAhead + 1, 0)...batch).map { $0 }
    }
    return []
  }
}
