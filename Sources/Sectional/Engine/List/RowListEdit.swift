/// What is to become of a list's rows.
struct RowListEdit {
  /// A row that leaves the list, or is replaced.
  private struct OldRow {
    let ranked: RankedRow
    /// Whether there is a new row with its identity.
    var isMet = false
    /// Whether that one takes its very place.
    var isReplaced = false
  }

  private let list: RowList
  private var work: TreeWork
  private var old: [OldRow]
  private var oldPlaces: [RowKey: Int] = [:]
  private var new: [NewRow] = []
  private var added: Set<RowKey> = []
  private var edits: [RowEdit] = []

  init(_ list: RowList, inPlaceOf old: [RankedRow], _ work: TreeWork) {
    self.list = list
    self.work = work
    self.old = old.map { OldRow(ranked: $0) }
    oldPlaces.reserveCapacity(old.count)
    new.reserveCapacity(old.count)
    edits.reserveCapacity(old.count)
    for (place, row) in old.enumerated() { oldPlaces[row.row.key] = place }
  }

  /// Puts in a row.
  mutating func put(_ row: BlockRow) throws(RowListError) {
    let key = row.key
    guard let place = oldPlaces[key] else {
      guard added.insert(key).inserted, list.row(of: key, &work) == nil else { throw twice(key) }
      return insert(row, key, old: nil)
    }
    guard !old[place].isMet else { throw twice(key) }
    old[place].isMet = true
    let before = old[place].ranked
    guard before.row.hasPlace(of: row) else { return insert(row, key, old: place) }
    old[place].isReplaced = true
    edits.append(RowEdit(rank: before.rank, kind: .replace, row: new.count))
    new.append(NewRow(row: row, key: key, old: place, place: nil))
  }

  private mutating func insert(_ row: BlockRow, _ key: RowKey, old: Int?) {
    let place = row.block.place(of: row.position)
    let rank = list.tree.rank(of: place, &work)
    edits.append(RowEdit(rank: rank, kind: .insert, row: new.count))
    new.append(NewRow(row: row, key: key, old: old, place: place))
  }

  private func twice(_ key: RowKey) -> RowListError {
    .duplicateKey(key, positions: (new.count, new.count))
  }

  /// Returns the list after the change.
  mutating func applied() throws(RowListError) -> AppliedRows {
    for row in old where !row.isReplaced {
      edits.append(RowEdit(rank: row.ranked.rank, kind: .remove, row: -1))
    }
    if edits.count > 1 { edits.sort(by: isEarlier) }
    var splice = RowSplice(list.tree, list.directory, new, work)
    let tree = splice.tree(after: edits)
    let list = RowList(tree, splice.directory, sectionRows(), wasSorted: false)
    try list.checkSections()
    return AppliedRows(list: list, places: places(), work: splice.work)
  }

  private func isEarlier(_ left: RowEdit, _ right: RowEdit) -> Bool {
    if left.rank != right.rank { return left.rank < right.rank }
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    guard left.kind == .insert, let one = new[left.row].place, let other = new[right.row].place
    else { return false }
    return one.precedes(other, in: list.grouping)
  }

  private func sectionRows() -> SectionRows {
    guard list.grouping == .asSorted else { return list.sectionRows }
    var sections = list.sectionRows
    for row in old where !row.isReplaced { sections.add(row.ranked.row.section, count: -1) }
    for row in new where row.place != nil { sections.add(row.row.section, count: 1) }
    return sections
  }

  /// Returns the changed rows with their ranks before and after.
  private func places() -> [ChangedRow] {
    var places: [ChangedRow] = []
    places.reserveCapacity(edits.count)
    var grown = 0
    for edit in edits {
      if edit.row >= 0 {
        let row = new[edit.row]
        places.append(
          ChangedRow(
            key: row.key, old: row.old.map { old[$0].ranked },
            new: RankedRow(rank: edit.rank + grown, row: row.row)))
      }
      grown += edit.difference
    }
    for row in old where !row.isMet {
      places.append(ChangedRow(key: row.ranked.row.key, old: row.ranked, new: nil))
    }
    return places
  }
}
