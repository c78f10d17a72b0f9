public import Foundation

extension ResultsList {
  /// Returns the record at a path.
  package func object(at path: ElementPath) -> Record { self[path.section][path.item] }

  /// Returns the record at a path, or `nil` if its contents aren't loaded.
  func object(ifLoaded path: ElementPath) -> Record? {
    // A path from before a change may lead into the next section.
    guard indices.contains(path.section), path.item >= 0,
      path.item < list.ranks(ofSection: path.section).count
    else { return nil }
    return list.row(ifLoaded: list.rank(at: path)).map(mapping.record)
  }

  /// Returns the record at an index path, or `nil` if its contents aren't loaded, or the list has no row there.
  public func row(ifLoaded indexPath: IndexPath) -> Record? {
    object(ifLoaded: ElementPath(indexPath))
  }

  /// Returns the record at an index path, which consists of a section and an item.
  ///
  /// - Precondition: The list has a record there, whose contents are loaded.
  public func object(at indexPath: IndexPath) -> Record { object(at: ElementPath(indexPath)) }

  /// Returns the record with the given key, or `nil` if it isn't in the list or its contents aren't loaded; it may be hidden.
  ///
  /// - Complexity: O(log *n*), plus decoding one row.
  public func object(forKey key: RowKey) -> Record? {
    row(forKey: key).map(mapping.record)
  }

  /// Returns the row with the given key, or `nil` if it isn't in the list or its contents aren't loaded; it may be hidden.
  ///
  /// - Complexity: O(log *n*), or O(*n*) if the contents of the rows aren't loaded yet.
  public func row(forKey key: RowKey) -> StoredRow? {
    list.baseRank(of: key).flatMap(list.row(ifLoadedAtBaseRank:))
  }

  /// Returns the index path of the row with the given key, or `nil` if it is hidden or isn't in the list, or if a list with a window
  /// doesn't hold it; see ``place(forKey:)``.
  ///
  /// - Complexity: O(log *n*), or O(*n*) if the contents of the rows aren't loaded yet.
  public func indexPath(forKey key: RowKey) -> IndexPath? { path(forKey: key)?.indexPath }

  /// Returns where the row with the given key is, or `nil` if it isn't in the list, or if a list with a window doesn't hold it.
  ///
  /// - Complexity: O(log *n*), or O(*n*) if the contents of the rows aren't loaded yet.
  public func place(forKey key: RowKey) -> RowPlace? {
    guard let rank = list.baseRank(of: key) else { return nil }
    return indexPath(forKey: key).map { .shown($0) }
      ?? .hidden(section: list.section(ofBaseRank: rank).index)
  }

  /// Returns the index path of the row in the list that has a record's key, whatever else that row contains.
  ///
  /// - Returns: The index path, or `nil` if the row isn't in the list or the record has no complete key.
  /// - Complexity: O(log *n*), or O(*n*) if the contents of the rows aren't loaded yet.
  public func indexPath(forObject object: Record) -> IndexPath? {
    if let row = object as? StoredRow { return indexPath(forKey: row.key) }
    guard !keyColumns.isEmpty, let values = mapping.key(object, keyColumns) else { return nil }
    return indexPath(forKey: RowKey(values))
  }

  /// Returns the path of the row with the given key, or `nil` if it isn't in the list.
  package func path(forKey key: RowKey) -> ElementPath? {
    list.rank(of: key).map(list.path(ofRank:))
  }

  /// Returns the index of the section with the given key, or `nil` if no section has it; numbers are compared by
  /// value.
  ///
  /// - Complexity: O(*s*) for the first key that is asked for, where *s* is the number of sections; then O(1).
  public func section(forKey key: StoredValue) -> Int? {
    let places = lazyPlaces.value {
      Dictionary(indices.map { (list.sectionKey($0), $0) }) { first, _ in first }
    }
    return places[key.canonicalNumber]
  }

  /// Returns the section that an index title in ``sectionIndexTitles`` leads to: its own, or the nearest one if a fixed
  /// title has none.
  ///
  /// - Parameters:
  ///   - title: The title the user chose.
  ///   - index: Its position in ``sectionIndexTitles``.
  /// - Returns: The index of the section, or `nil` if that position doesn't hold the title, or if no section has a title.
  public func section(forSectionIndexTitle title: String, at index: Int) -> Int? {
    let known = sectionIndex
    guard known.titles.indices.contains(index), known.titles[index] == title else { return nil }
    return known.sections[index]
  }
}

extension ElementPath {
  /// Creates a path from an index path, which consists of a section and an item.
  package init(_ indexPath: IndexPath) {
    precondition(indexPath.count == 2, "a list's index path consists of a section and an item")
    self.init(section: indexPath[0], item: indexPath[1])
  }

  /// The path as an index path, as table and collection views expect it.
  package var indexPath: IndexPath { IndexPath(indexes: [section, item]) }
}

extension ResultsChange {
  /// The row's index path in the list before the change, or `nil` for an insert.
  public var indexPath: IndexPath? { from?.indexPath }

  /// The row's index path in the list after the change, or `nil` for a delete.
  public var newIndexPath: IndexPath? { to?.indexPath }
}
