/// The rows that differ between two lists with the same order, with their positions.
struct DifferingRows {
  /// The rows whose order key only the old list has, by rank.
  private(set) var gone: [RankedRow] = []
  /// The rows whose order key only the new list has, by rank.
  private(set) var come: [RankedRow] = []
  /// The rows that have the same order key in both lists, but other contents, or cells that are summed up and may be others.
  private(set) var updated: [ChangedRow] = []

  /// Compares two lists in one walk over both; rows with equal order keys are the same row.
  ///
  /// - Complexity: O(*n* + *m*), where *n* and *m* are the numbers of rows in blocks that the lists don't share.
  init(from old: RowList, to new: RowList) {
    var (before, after) = (RowWalk(old), RowWalk(new))
    let sumsUp = new.tree.shape.summary != nil
    while true {
      RowWalk.skipSharedRows(&before, &after)
      guard let old = before.row, let other = after.row else { break }
      let order = old.compareOrder(with: other, new.grouping)
      if order == .equal, old.record.isOther(than: other.record, summing: sumsUp) {
        updated.append(
          ChangedRow(
            key: other.key, old: RankedRow(rank: before.rank, row: old),
            new: RankedRow(rank: after.rank, row: other)))
      }
      if order == .less { gone.append(RankedRow(rank: before.rank, row: old)) }
      if order == .greater { come.append(RankedRow(rank: after.rank, row: other)) }
      if order != .greater { before.advance() }
      if order != .less { after.advance() }
    }
    while let row = before.row {
      gone.append(RankedRow(rank: before.rank, row: row))
      before.advance()
    }
    while let row = after.row {
      come.append(RankedRow(rank: after.rank, row: row))
      after.advance()
    }
  }

  /// What happened to each row.
  var changes: [RowChange] {
    var changes: [RowChange] = []
    changes.reserveCapacity(updated.count + gone.count + come.count)
    func add(_ key: RowKey, _ old: RankedRow?, _ new: RankedRow?) {
      if let change = RowChange(ChangedRow(key: key, old: old, new: new)) { changes.append(change) }
    }
    for row in updated { add(row.key, row.old, row.new) }
    // Among rows that only went or only came, as by a search, none has another place.
    let mayMove = !gone.isEmpty && !come.isEmpty
    let places = Dictionary(
      mayMove ? come.enumerated().map { ($1.row.key, $0) } : [],
      uniquingKeysWith: { first, _ in first })
    var hasMoved = Array(repeating: false, count: come.count)
    for row in gone {
      let key = row.row.key
      let place = mayMove ? places[key] : nil
      if let place { hasMoved[place] = true }
      add(key, row, place.map { come[$0] })
    }
    for (row, hasMoved) in zip(come, hasMoved) where !hasMoved { add(row.row.key, nil, row) }
    return changes
  }
}

extension ChangedRow {
  /// Returns all rows of two lists.
  static func all(_ old: RowList, _ new: RowList) -> [ChangedRow] {
    let before = old.rankedRows
    let after = new.rankedRows
    let newRows = Dictionary(
      after.map { ($0.row.key, $0) }, uniquingKeysWith: { first, _ in first })
    let oldKeys = Set(before.map(\.row.key))
    return before.map { ChangedRow(key: $0.row.key, old: $0, new: newRows[$0.row.key]) }
      + after.filter { !oldKeys.contains($0.row.key) }.map {
        ChangedRow(key: $0.row.key, old: nil, new: $0)
      }
  }
}

extension PackedRecord {
  /// Returns whether contents that are known differ, or cells that are summed up may.
  fileprivate func isOther(than other: PackedRecord, summing sumsUp: Bool) -> Bool {
    hasOtherContents(than: other) || sumsUp && mayHaveOtherSummed(than: other)
  }
}
