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
  let oldRank: Int?
  let newRank: Int?
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
    var change = RowListChange(self)
    for key in keys { change.remove(key) }
    let places = rows.positions
    for (number, place) in places.enumerated() {
      try change.put(rows.blocks[place.block], place.position, number: number)
    }
    return try change.applied()
  }
}

/// What is to become of a list's rows.
private struct RowListChange {
  private let list: RowList
  private var work = TreeWork()
  private var oldRanks: [RowKey: Int] = [:]
  private var newRows: [NewRow] = []
  private var newKeys: [RowKey: Int] = [:]
  private var edits: [RowEdit] = []

  init(_ list: RowList) { self.list = list }

  /// Takes out the row with some identity, if there is one, unless a new one is put in its place.
  mutating func remove(_ key: RowKey) {
    if let rank = list.rank(of: key, &work) { oldRanks[key] = rank }
  }

  /// Puts in a row.
  mutating func put(_ block: RowBlock, _ position: Int, number: Int) throws(RowListError) {
    let key = block[position].key
    let isTwice = newKeys.updateValue(number, forKey: key) != nil
    guard !isTwice, oldRanks[key] != nil || list.rank(of: key, &work) == nil else {
      throw .duplicateKey(key, positions: (number, number))
    }
    let row = NewRow(block: block, position: position, place: block.place(of: position))
    newRows.append(row)
    if let rank = oldRanks[key], list[rank].hasPlace(of: ListedRow(block, position)) {
      edits.append(RowEdit(rank: rank, kind: .replace, row: number))
    } else {
      edits.append(RowEdit(rank: list.tree.rank(of: row.place, &work), kind: .insert, row: number))
    }
  }

  mutating func applied() throws(RowListError) -> AppliedRows {
    removeTheOthers()
    edits.sort(by: isEarlier)
    var splice = RowSplice(list.tree, list.directory, newRows, work)
    let tree = splice.tree(after: edits)
    let list = RowList(tree, splice.directory, sectionRows(), wasSorted: false)
    try list.checkSections()
    return AppliedRows(list: list, places: places(), work: splice.work)
  }

  private mutating func removeTheOthers() {
    let replaced = Set(edits.lazy.filter { $0.kind == .replace }.map(\.rank))
    for rank in oldRanks.values where !replaced.contains(rank) {
      edits.append(RowEdit(rank: rank, kind: .remove, row: -1))
    }
  }

  private func isEarlier(_ left: RowEdit, _ right: RowEdit) -> Bool {
    if left.rank != right.rank { return left.rank < right.rank }
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    guard left.kind == .insert else { return false }
    return newRows[left.row].place.precedes(newRows[right.row].place, in: list.grouping)
  }

  private func sectionRows() -> SectionRows {
    guard list.grouping == .asSorted else { return list.sectionRows }
    var sections = list.sectionRows
    for edit in edits where edit.kind == .remove {
      sections.add(list[edit.rank].section, count: -1)
    }
    for edit in edits where edit.kind == .insert {
      sections.add(newRows[edit.row].block.section(of: newRows[edit.row].position), count: 1)
    }
    return sections
  }

  /// Returns the changed rows with their ranks before and after.
  private func places() -> [ChangedPlace] {
    var newRanks = [Int](repeating: 0, count: newRows.count)
    var added = 0
    for edit in edits {
      if edit.row >= 0 { newRanks[edit.row] = edit.rank + added }
      switch edit.kind {
      case .insert: added += 1
      case .remove: added -= 1
      case .replace: break
      }
    }
    let stayed = newKeys.map { key, number in
      ChangedPlace(key: key, oldRank: oldRanks[key], newRank: newRanks[number])
    }
    let gone = oldRanks.filter { newKeys[$0.key] == nil }.map { key, rank in
      ChangedPlace(key: key, oldRank: rank, newRank: nil)
    }
    return stayed + gone
  }
}
