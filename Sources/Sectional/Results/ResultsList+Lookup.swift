public import Foundation

extension ResultsList {
  /// Returns the record at a path.
  public func object(at path: ElementPath) -> Record { self[path.section][path.item] }

  /// Returns the record at a path; nothing while the contents of the rows aren't there.
  ///
  /// - Precondition: The list has a row there.
  public func row(ifLoaded path: ElementPath) -> Record? { isLoaded ? object(at: path) : nil }

  /// Returns the record at an index path of a section and an item.
  public func object(at indexPath: IndexPath) -> Record { object(at: ElementPath(indexPath)) }

  /// Returns the record with some identity, or nothing when it is not in the list.
  ///
  /// - Complexity: O(log *n*), and the decoding of one row.
  public func object(forKey key: RowKey) -> Record? {
    isLoaded ? snapshot.rank(of: key).map { rows[$0] } : nil
  }

  /// Returns the row with some identity, or nothing when it is not in the list.
  ///
  /// - Complexity: O(log *n*)
  public func row(forKey key: RowKey) -> StoredRow? {
    isLoaded ? snapshot.rank(of: key).map { rows.row(at: $0) } : nil
  }

  /// Returns where the row with some identity stands, or nothing when it is not in the list.
  ///
  /// - Complexity: O(log *n*); O(*n*) while the contents of the rows aren't there.
  public func path(forKey key: RowKey) -> ElementPath? {
    snapshot.rank(of: key).map(snapshot.path(ofRank:))
  }

  /// Returns where a record stands: the one in the list with the same key, whatever else it holds.
  ///
  /// - Returns: Nothing when it is not in the list, or has no complete key.
  /// - Complexity: O(log *n*)
  public func path(forObject object: Record) -> ElementPath? {
    if let row = object as? StoredRow { return path(forKey: row.key) }
    guard !keyColumns.isEmpty, let values = mapping.key(object, keyColumns) else { return nil }
    return path(forKey: RowKey(values))
  }

  /// Returns the index of the section with some key, numbers by value; nothing when there is none.
  ///
  /// - Complexity: O(*s*) in the number of sections.
  public func section(forKey key: StoredValue) -> Int? {
    indices.first { self[$0].key == key.canonicalNumber }
  }

  /// Returns the section that the index title at some place of ``sectionIndexTitles`` belongs to.
  ///
  /// - Parameters:
  ///   - title: The title that was chosen.
  ///   - index: Its place among the titles.
  /// - Returns: The index of its section, or nothing where the title does not stand at that place.
  public func section(forSectionIndexTitle title: String, at index: Int) -> Int? {
    let titled = indices.filter { self[$0].indexTitle != nil }
    guard titled.indices.contains(index), self[titled[index]].indexTitle == title else {
      return nil
    }
    return titled[index]
  }
}

extension ElementPath {
  /// Makes a path from an index path of a section and an item.
  public init(_ indexPath: IndexPath) {
    precondition(indexPath.count == 2, "an index path of a list has a section and an item")
    self.init(section: indexPath[0], item: indexPath[1])
  }

  /// The path as table and collection views take it.
  public var indexPath: IndexPath { IndexPath(indexes: [section, item]) }
}
