public import Foundation

extension ResultsController {
  /// The sections, each a collection of its records; empty before the first fetch.
  public var sections: ResultsList<Record> { results }

  /// All records in order, hidden ones too, each decoded when it is read; `nil` until a fetch has succeeded, as in Core Data.
  ///
  /// ``ResultsList/rows`` of the ``results`` are those that are shown, and empty until then.
  public var fetchedObjects: ResultsRows<Record>? {
    let results = results
    return delivered.count > 0 ? results.allRows : nil
  }

  /// The titles of the section index; see ``ResultsList/sectionIndexTitles``.
  public var sectionIndexTitles: [String] { results.sectionIndexTitles }

  /// Returns the section index title of a section name, or `nil` if it has none.
  ///
  /// - Complexity: O(*s*), where *s* is the number of sections.
  public func sectionIndexTitle(forSectionName sectionName: String) -> String? {
    if let section = results.first(where: { $0.name == sectionName }) { return section.indexTitle }
    return results.indexTitle(sectionName)
  }

  /// Returns the record at an index path, which consists of a section and an item.
  ///
  /// - Precondition: The list has a record there, whose contents are loaded; see ``row(ifLoaded:)``.
  public func object(at indexPath: IndexPath) -> Record { results.object(at: indexPath) }

  /// Returns the record at an index path, which consists of a section and an item.
  ///
  /// - Precondition: The list has a record there, whose contents are loaded; see ``row(ifLoaded:)``.
  public subscript(indexPath: IndexPath) -> Record { results.object(at: indexPath) }

  /// Returns the index path of the row in the list that has a record's key, whatever else that row contains.
  ///
  /// - Returns: The index path, or `nil` if the record is hidden, isn't in the list or has no complete key.
  /// - Complexity: O(log *n*), or O(*n*) if the contents of the rows aren't loaded yet.
  public func indexPath(forObject object: Record) -> IndexPath? {
    results.indexPath(forObject: object)
  }

  /// Returns the index path of the row with the given key, or `nil` if it is hidden or isn't in the list.
  ///
  /// - Complexity: O(log *n*), or O(*n*) if the contents of the rows aren't loaded yet.
  public func indexPath(forKey key: RowKey) -> IndexPath? {
    results.indexPath(forKey: key)
  }

  /// Returns the section that an index title in ``sectionIndexTitles`` leads to, or `nil` if that position doesn't hold
  /// the title; a fixed title without a section leads to the nearest one.
  public func section(forSectionIndexTitle title: String, at index: Int) -> Int? {
    results.section(forSectionIndexTitle: title, at: index)
  }
}

#if !canImport(Darwin)
  extension IndexPath {
    /// Creates the index path of an item in a section, like the initializer of UIKit and AppKit.
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

    /// Creates the index path of a row in a section, like the initializer of UIKit.
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

    /// The section, under the name UIKit and AppKit use.
    public var section: Int { self[0] }

    /// The item, under the name UIKit and AppKit use.
    public var item: Int { self[1] }

    /// The row, under the name UIKit uses.
    public var row: Int { self[1] }
  }
#endif
