extension RowSpan {
  /// Where a row belongs.
  private enum Place: Hashable {
    case beforeSpan, front, shown, back, behindSpan
  }

  /// Replaces the rows that changed.
  ///
  /// - Parameters:
  ///   - rows: The present rows among those that changed, wherever in the longer list they are.
  ///   - names: What the change log calls the rows that changed.
  ///   - keyIsRowID: Whether the key is an alias of the rowid.
  ///   - goneBefore: The number of changed rows that were before the span.
  ///   - work: Counts the nodes visited and keys compared.
  /// - Returns: The keys of the shown rows that may differ.
  /// - Throws: ``RowListError`` if two rows have the same key, or a section that is shown isn't contiguous.
  mutating func apply(
    _ rows: PackedRows, named names: Set<RowKey>, keyIsRowID: Bool, goneBefore: Int,
    _ work: inout TreeWork
  ) throws(RowListError) -> Set<RowKey> {
    let coming = Dictionary(grouping: rows.all, by: place)
    var touched = Set(rows.all.map(\.key))
    func updated(_ list: RowList, _ place: Place) throws(RowListError) -> RowList {
      let old = list.rows(named: names, keyIsRowID: keyIsRowID, &work)
      touched.formUnion(old.map(\.row.key))
      let new = coming[place] ?? []
      guard !old.isEmpty || !new.isEmpty else { return list }
      let applied = try list.applying(
        PackedRows(copying: new, list.grouping, shape: list.tree.shape), inPlaceOf: old)
      work.add(applied.work)
      return applied.list
    }
    let lists = (
      try updated(front, .front), try updated(shown, .shown), try updated(back, .back)
    )
    replace(
      front: lists.0, shown: lists.1, back: lists.2,
      movedBy: (coming[.beforeSpan]?.count ?? 0) - goneBefore)
    return touched.union(try settle())
  }

  /// Returns whether the span has the row that a change log calls by a name.
  func holds(_ name: RowKey, keyIsRowID: Bool) -> Bool {
    var work = TreeWork()
    return lists.contains { !$0.rows(named: [name], keyIsRowID: keyIsRowID, &work).isEmpty }
  }

  private func place(of row: BlockRow) -> Place {
    if start > 0, precedes(row, first) { return .beforeSpan }
    if !reachesEnd, follows(row, last) { return .behindSpan }
    guard shown.count > 0 else {
      return front.count > 0 ? .front : back.count > 0 ? .back : .shown
    }
    return precedes(row, shown.first) ? .front : follows(row, shown.last) ? .back : .shown
  }

  private func precedes(_ row: BlockRow, _ other: BlockRow?) -> Bool {
    other.map { row.compareOrder(with: $0, shown.grouping) == .less } ?? false
  }

  private func follows(_ row: BlockRow, _ other: BlockRow?) -> Bool {
    other.map { row.compareOrder(with: $0, shown.grouping) == .greater } ?? false
  }
}

extension RowSpan {
  /// A position compared with the rows of the span.
  enum Side: Hashable {
    case before, inside, behind
  }

  /// Returns where a position is.
  func side(of position: RowOrderKey) -> Side {
    let grouping = shown.grouping
    if start > 0, let first, position.precedes(first.orderKey, in: grouping) { return .before }
    if !reachesEnd, let last, last.orderKey.precedes(position, in: grouping) { return .behind }
    return .inside
  }
}

extension RowSpan {
  /// How many rows of the margins are missing on each side.
  var missing: (before: Int, behind: Int) {
    let before = start - max(window.lowerBound - margins.size, 0)
    let (last, overflows) = window.upperBound.addingReportingOverflow(margins.size)
    let behind = reachesEnd ? 0 : (overflows ? .max : last) - end
    return (max(before, 0), max(behind, 0))
  }

  /// Adds rows that precede the span without a gap.
  ///
  /// - Returns: The keys of the rows that came into the window or left it.
  mutating func extend(before rows: PackedRows) throws(RowListError) -> Set<RowKey> {
    replace(
      front: try front.extended(by: rows), shown: shown, back: back, movedBy: -rows.count)
    return try settle()
  }

  /// Adds rows that follow the span without a gap.
  ///
  /// - Returns: The keys of the rows that came into the window or left it.
  mutating func extend(
    behind rows: PackedRows, reachesEnd: Bool
  ) throws(RowListError) -> Set<RowKey> {
    replace(front: front, shown: shown, back: try back.extended(by: rows), movedBy: 0)
    note(reachesEnd: reachesEnd)
    return try settle()
  }

  /// Drops what is far more than the margins.
  mutating func trim() throws(RowListError) {
    let margin = margins.size
    if front.count > margin * 2 + 16 {
      let dropped = front.count - margin
      replace(
        front: try front.without(0..<dropped), shown: shown, back: back, movedBy: dropped)
    }
    if back.count > margin * 2 + 16 {
      let kept = try back.without(margin..<back.count)
      replace(front: front, shown: shown, back: kept, movedBy: 0)
      note(reachesEnd: false)
    }
  }
}

extension RowList {
  fileprivate func extended(by rows: PackedRows) throws(RowListError) -> RowList {
    try applying(PackedRows(copying: rows.all, grouping, shape: tree.shape), inPlaceOf: []).list
  }

  fileprivate func without(_ ranks: Range<Int>) throws(RowListError) -> RowList {
    try applying(
      PackedRows(grouping, shape: tree.shape),
      inPlaceOf: ranks.map { RankedRow(rank: $0, row: self[$0]) }
    ).list
  }
}
