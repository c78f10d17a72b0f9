/// A pending change to a list's rows.
struct RowListEdit {
  /// A row that is removed or replaced.
  private struct OldRow {
    let ranked: RankedRow
    /// Whether a new row has its key.
    var isMet = false
    /// Whether that row takes exactly its position.
    var isReplaced = false
  }

  private let list: RowList
  private var work: TreeWork
  private var old: [OldRow]
  private var oldIndexes: [RowKey: Int] = [:]
  private var new: [NewRow] = []
  private var added: Set<RowKey> = []
  private var edits: [RowEdit] = []

  init(_ list: RowList, inPlaceOf old: [RankedRow], _ work: TreeWork) {
    self.list = list
    self.work = work
    self.old = old.map { OldRow(ranked: $0) }
    oldIndexes.reserveCapacity(old.count)
    new.reserveCapacity(old.count)
    edits.reserveCapacity(old.count)
    for (index, row) in old.enumerated() { oldIndexes[row.row.key] = index }
  }

  /// Adds a row of the new list.
  mutating func put(_ row: BlockRow) throws(RowListError) {
    let key = row.key
    guard let index = oldIndexes[key] else {
      guard added.insert(key).inserted, list.row(of: key, &work) == nil else { throw twice(key) }
      return insert(row, key, old: nil)
    }
    guard !old[index].isMet else { throw twice(key) }
    old[index].isMet = true
    let before = old[index].ranked
    guard before.row.hasOrderKey(of: row) else { return insert(row, key, old: index) }
    old[index].isReplaced = true
    edits.append(RowEdit(rank: before.rank, kind: .replace, row: new.count))
    new.append(NewRow(row: row, key: key, old: index, orderKey: nil))
  }

  private mutating func insert(_ row: BlockRow, _ key: RowKey, old: Int?) {
    let orderKey = row.block.orderKey(of: row.position)
    let rank = list.tree.rank(of: orderKey, &work)
    edits.append(RowEdit(rank: rank, kind: .insert, row: new.count))
    new.append(NewRow(row: row, key: key, old: old, orderKey: orderKey))
  }

  private func twice(_ key: RowKey) -> RowListError {
    .duplicateKey(key, positions: nil)
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
    return AppliedRows(list: list, changed: changedRows(), work: splice.work)
  }

  private func isEarlier(_ left: RowEdit, _ right: RowEdit) -> Bool {
    if left.rank != right.rank { return left.rank < right.rank }
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    guard left.kind == .insert, let one = new[left.row].orderKey,
      let other = new[right.row].orderKey
    else { return false }
    return one.precedes(other, in: list.grouping)
  }

  private func sectionRows() -> SectionRows {
    guard list.grouping == .asSorted else { return list.sectionRows }
    var sections = list.sectionRows
    for row in old where !row.isReplaced { sections.add(row.ranked.row.section, count: -1) }
    for row in new where row.orderKey != nil { sections.add(row.row.section, count: 1) }
    return sections
  }

  /// Returns the changed rows with their ranks before and after.
  private func changedRows() -> [ChangedRow] {
    var changed: [ChangedRow] = []
    changed.reserveCapacity(edits.count)
    var grown = 0
    for edit in edits {
      if edit.row >= 0 {
        let row = new[edit.row]
        changed.append(
          ChangedRow(
            key: row.key, old: row.old.map { old[$0].ranked },
            new: RankedRow(rank: edit.rank + grown, row: row.row)))
      }
      grown += edit.difference
    }
    for row in old where !row.isMet {
      changed.append(ChangedRow(key: row.ranked.row.key, old: row.ranked, new: nil))
    }
    return changed
  }
}
