/// A list after a change, and where the changed rows stand in it and stood before.
package struct AppliedRows: Sendable {
  /// The list after the change.
  package let list: RowList
  /// The rows that may differ.
  let places: [ChangedPlace]
  /// What the change looked at.
  package let work: TreeWork
}

/// Where a row that may differ between two lists stands in each.
struct ChangedPlace: Sendable {
  let key: RowKey
  let old: RankedRow?
  let new: RankedRow?
}

extension RowList {
  /// Returns the list after some rows changed.
  ///
  /// `keys` names every row that may have changed; `rows` holds those of them that are (still) in the list, with
  /// their new contents. A named row without a new one leaves the list.
  ///
  /// - Complexity: O(*d* log *n*) in the number of changed rows.
  /// - Throws: ``RowListError`` when a new row has the identity of another one, or a section is torn apart.
  func applying(_ rows: PackedRows, for keys: Set<RowKey>) throws(RowListError) -> AppliedRows {
    var change = RowListChange(self, expecting: keys.count)
    for key in keys { change.remove(key) }
    for block in rows.blocks {
      for position in 0..<block.count { try change.put(ListedRow(block, position)) }
    }
    return try change.applied()
  }
}

/// What is to become of a list's rows.
private struct RowListChange {
  private let list: RowList
  private var work = TreeWork()
  private var old: [RowKey: RankedRow] = [:]
  private var new: [RowKey: Int] = [:]
  private var rows: [NewRow] = []
  private var edits: [RowEdit] = []

  init(_ list: RowList, expecting count: Int) {
    self.list = list
    old.reserveCapacity(count)
    new.reserveCapacity(count)
  }

  /// Takes out the row with some identity, if there is one, unless a new one is put in its place.
  mutating func remove(_ key: RowKey) {
    if let row = list.row(of: key, &work) { old[key] = row }
  }

  /// Puts in a row.
  mutating func put(_ row: ListedRow) throws(RowListError) {
    let key = row.key
    let before = old[key]
    let isTwice = new.updateValue(rows.count, forKey: key) != nil
    guard !isTwice, before != nil || list.row(of: key, &work) == nil else {
      throw .duplicateKey(key, positions: (rows.count, rows.count))
    }
    if let before, before.row.hasPlace(of: row) {
      edits.append(RowEdit(rank: before.rank, kind: .replace, row: rows.count))
      rows.append(NewRow(row: row, place: nil))
    } else {
      let place = row.block.place(of: row.position)
      let rank = list.tree.rank(of: place, &work)
      edits.append(RowEdit(rank: rank, kind: .insert, row: rows.count))
      rows.append(NewRow(row: row, place: place))
    }
  }

  mutating func applied() throws(RowListError) -> AppliedRows {
    removeTheOthers()
    edits.sort(by: isEarlier)
    var splice = RowSplice(list.tree, list.directory, rows, work)
    let tree = splice.tree(after: edits)
    let list = RowList(tree, splice.directory, sectionRows(), wasSorted: false)
    try list.checkSections()
    return AppliedRows(list: list, places: places(), work: splice.work)
  }

  private mutating func removeTheOthers() {
    let replaced = Set(edits.lazy.filter { $0.kind == .replace }.map(\.rank))
    for row in old.values where !replaced.contains(row.rank) {
      edits.append(RowEdit(rank: row.rank, kind: .remove, row: -1))
    }
  }

  private func isEarlier(_ left: RowEdit, _ right: RowEdit) -> Bool {
    if left.rank != right.rank { return left.rank < right.rank }
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    guard left.kind == .insert, let one = rows[left.row].place, let other = rows[right.row].place
    else { return false }
    return one.precedes(other, in: list.grouping)
  }

  private func sectionRows() -> SectionRows {
    guard list.grouping == .asSorted else { return list.sectionRows }
    var sections = list.sectionRows
    for edit in edits {
      switch edit.kind {
      case .remove: sections.add(list[edit.rank].section, count: -1)
      case .insert: sections.add(rows[edit.row].row.section, count: 1)
      case .replace: break
      }
    }
    return sections
  }

  /// Returns the changed rows with their ranks before and after.
  private func places() -> [ChangedPlace] {
    var ranks = [Int](repeating: 0, count: rows.count)
    var added = 0
    for edit in edits {
      if edit.row >= 0 { ranks[edit.row] = edit.rank + added }
      switch edit.kind {
      case .insert: added += 1
      case .remove: added -= 1
      case .replace: break
      }
    }
    var places = new.map { key, number in
      ChangedPlace(
        key: key, old: old[key], new: RankedRow(rank: ranks[number], row: rows[number].row))
    }
    for (key, row) in old where new[key] == nil {
      places.append(ChangedPlace(key: key, old: row, new: nil))
    }
    return places
  }
}
