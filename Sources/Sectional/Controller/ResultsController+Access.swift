public import Foundation

extension ResultsController {
  /// The sections, each a collection of its records.
  public var sections: ResultsList<Record> { results }

  /// Every record, in order, decoded when it is read.
  public var fetchedObjects: ResultsRows<Record> { results.rows }

  /// The titles of the sections that have one, in the order of the sections.
  public var sectionIndexTitles: [String] { results.sectionIndexTitles }

  /// Returns the record at an index path; nothing while the contents of the rows aren't there.
  ///
  /// That is for as long as a fetch of the sections found them in the section cache, and the contents follow.
  ///
  /// - Precondition: The list has a row there.
  public func row(ifLoaded indexPath: IndexPath) -> Record? {
    results.row(ifLoaded: indexPath)
  }

  /// Returns the record at an index path of a section and an item.
  ///
  /// - Precondition: The list has a record there.
  public func object(at indexPath: IndexPath) -> Record { results.object(at: indexPath) }

  /// Returns the record at an index path of a section and an item.
  ///
  /// - Precondition: The list has a record there.
  public subscript(indexPath: IndexPath) -> Record { results.object(at: indexPath) }

  /// Returns where a record stands: the one in the list with the same key, whatever else it holds.
  ///
  /// - Returns: Nothing when it is not in the list, or has no complete key.
  /// - Complexity: O(log *n*)
  public func indexPath(forObject object: Record) -> IndexPath? {
    results.indexPath(forObject: object)
  }

  /// Returns where the row with some identity stands, or nothing when it is not in the list.
  ///
  /// - Complexity: O(log *n*)
  public func indexPath(forKey key: RowKey) -> IndexPath? {
    results.indexPath(forKey: key)
  }

  /// Returns the section that the index title at some place of ``sectionIndexTitles`` belongs to.
  public func section(forSectionIndexTitle title: String, at index: Int) -> Int? {
    results.section(forSectionIndexTitle: title, at: index)
  }
}

#if !canImport(Darwin)
  extension IndexPath {
    /// Makes the index path of an item in a section, as UIKit and AppKit do where they are.
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

    /// The section, as UIKit and AppKit call it where they are.
    public var section: Int { self[0] }

    /// The item, as UIKit and AppKit call it where they are.
    public var item: Int { self[1] }
  }
#endif
