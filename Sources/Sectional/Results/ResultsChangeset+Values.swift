extension ResultsChangeset {
  /// Returns the record as it was before a change, or `nil` if it was inserted or its contents weren't loaded.
  ///
  /// - Complexity: O(log *n*), plus decoding one row.
  public func oldObject(of change: ResultsChange) -> Record? {
    change.from.flatMap { before.object(ifLoaded: $0) }
  }

  /// Returns what the columns that a change changed contained before it, by column name.
  ///
  /// It is empty for an inserted or deleted row, for a row that only moved because its section has another number, and if
  /// the contents of the row aren't loaded.
  /// Columns that only one of both requests reads are left out.
  ///
  /// - Complexity: O(log *n* + *c*), where *c* is the number of columns.
  public func oldValues(of change: ResultsChange) -> [String: StoredValue] {
    // A row that is no longer shown may still be in the list.
    guard change.from != nil, change.to != nil, let old = before.row(forKey: change.key),
      let new = after.row(forKey: change.key)
    else { return [:] }
    let pairs = zip(old.columns.names, old.values)
    return Dictionary(
      pairs.filter { name, value in new[name].map { $0 != value } ?? false }
    ) { first, _ in first }
  }

  /// The changes as a difference between the keys of all rows before and after, in the order of the lists.
  ///
  /// It leaves out sections and updates: a row that only has other contents has the same key at the same place. A moved row
  /// is removed and inserted, and both changes are associated. Applying it to the keys before gives the keys after. In a list
  /// with a window, it is the difference between the keys of the rows that are held.
  ///
  /// - Complexity: O(*m* log *n*), where *m* is the number of changes.
  public var difference: CollectionDifference<RowKey> {
    guard before.counting == nil, after.counting == nil, !isReset else {
      return after.rows.keys.difference(from: before.rows.keys)
    }
    var changes: [CollectionDifference<RowKey>.Change] = []
    for change in rowChanges where change.kind != .update {
      let from = change.from.map(before.list.rank(at:))
      let to = change.to.map(after.list.rank(at:))
      if let from { changes.append(.remove(offset: from, element: change.key, associatedWith: to)) }
      if let to { changes.append(.insert(offset: to, element: change.key, associatedWith: from)) }
    }
    // Every row is removed and inserted at most once, so the changes are always a difference.
    return CollectionDifference(changes)
      ?? after.rows.keys.difference(from: before.rows.keys)
  }
}
