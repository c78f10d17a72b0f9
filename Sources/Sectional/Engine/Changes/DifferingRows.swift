/// The rows that differ between two lists with the same order, with their positions.
struct DifferingRows {
  /// The rows whose order key only the old list has, by rank.
  private(set) var gone: [RankedRow] = []
  /// The rows whose order key only the new list has, by rank.
  private(set) var come: [RankedRow] = []
  /// The rows that have the same order key in both lists, but other contents.
  private(set) var updated: [ChangedRow] = []

  /// Compares two lists in one walk over both; rows with equal order keys are the same row.
  ///
  /// - Complexity: O(*n* + *m*), where *n* and *m* are the numbers of rows.
  init(from old: RowList, to new: RowList) {
    var (before, after) = (RowWalk(old), RowWalk(new))
    while let old = before.row, let other = after.row {
      let order = old.compareOrder(with: other, new.grouping)
      if order == .equal, old.record.hasOtherContents(than: other.record) {
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

  /// All rows by key; `nil` if rows only went and came, none of which is in both lists.
  var joined: [ChangedRow]? {
    guard !updated.isEmpty || (!gone.isEmpty && !come.isEmpty) else { return nil }
    let keys = Dictionary(come.map { ($0.row.key, $0) }) { first, _ in first }
    guard !updated.isEmpty || gone.contains(where: { keys[$0.row.key] != nil }) else { return nil }
    let goneKeys = Set(gone.map(\.row.key))
    return updated
      + gone.map { ChangedRow(key: $0.row.key, old: $0, new: keys[$0.row.key]) }
      + come.filter { !goneKeys.contains($0.row.key) }.map {
        ChangedRow(key: $0.row.key, old: nil, new: $0)
      }
  }
}

extension RowList {
  /// Returns the changes from an older list with the same order to this one.
  ///
  /// - Complexity: O(*n* + *m*), and O(*d* log *d*) if *d* rows changed and stayed in the list.
  package func changes(from old: RowList) -> RowListDiff {
    let rows = DifferingRows(from: old, to: self)
    if let changed = rows.joined { return changes(from: old, at: changed) }
    return RowListDiff(from: old, to: self, gone: rows.gone, come: rows.come)
  }
}

extension RowListDiff {
  /// Describes a change in which rows only went and came, so that none can have moved.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: The list after it.
  ///   - gone: The deleted rows, by rank.
  ///   - come: The inserted rows, by rank.
  fileprivate init(from old: RowList, to new: RowList, gone: [RankedRow], come: [RankedRow]) {
    let sections = SectionMatch(from: old, gone.map(\.rank), to: new, come.map(\.rank))
    (sectionDeletes, sectionInserts) = (sections.deletes, sections.inserts)
    rows.reserveCapacity(gone.count + come.count)
    var (before, after) = (PathWalk(old), PathWalk(new))
    for row in gone {
      let path = before.path(ofRank: row.rank)
      rows.append(
        ResultsChange(
          kind: .delete, key: row.row.key, from: path, to: nil,
          isFromDeletedSection: sections.isDeleted(path.section), isToInsertedSection: false))
    }
    for row in come {
      let path = after.path(ofRank: row.rank)
      rows.append(
        ResultsChange(
          kind: .insert, key: row.row.key, from: nil, to: path, isFromDeletedSection: false,
          isToInsertedSection: sections.isInserted(path.section)))
    }
  }
}

/// Finds the paths of ascending ranks, and looks up each section only once.
private struct PathWalk {
  private let list: RowList
  private var section = 0
  private var ranks = 0..<0

  init(_ list: RowList) { self.list = list }

  mutating func path(ofRank rank: Int) -> ElementPath {
    if !ranks.contains(rank) {
      let found = list.section(ofRank: rank)
      section = found.index
      ranks = found.start..<list.end(ofSection: found.index)
    }
    return ElementPath(section: section, item: rank - ranks.lowerBound)
  }
}
