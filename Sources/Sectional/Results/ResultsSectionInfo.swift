/// A section of a list: the records that share a section key.
public struct ResultsSectionInfo<Record: Sendable>: Sendable {
  let results: ResultsList<Record>
  let section: Int
  /// The section's records that are shown, in order.
  public let rows: ResultsRows<Record>

  init(results: ResultsList<Record>, section: Int) {
    self.results = results
    self.section = section
    rows = results.rows(in: results.list.ranks(ofSection: section))
  }

  /// The exact value that the records share, with numbers normalized by value: an integral real is returned as an
  /// integer.
  public var key: StoredValue { results.list.sectionKey(section) }
  /// The key as text, or an empty string if the key is null.
  public var name: String { results.list.sectionName(key) }
  /// The section's title in the section index, if it has one.
  public var indexTitle: String? { results.indexTitle(ofSection: section) }
  /// The section's title for people: the name, unless the request's sections are
  /// ``SectionKey/titled(_:)``.
  public var title: String { results.list.sectionTitle(key) }

  /// The records, under the name `NSFetchedResultsSectionInfo` uses.
  public var objects: ResultsRows<Record> { rows }
  /// The number of records that are shown, under the name `NSFetchedResultsSectionInfo` uses.
  public var numberOfObjects: Int { rows.count }

  /// The number of records that are shown or hidden; see ``SectionDisplay``.
  ///
  /// With a limit or an offset, it is the number of those within.
  public var totalCount: Int { results.list.totalCount(ofSection: section) }
  /// The number of records that are hidden.
  public var hiddenCount: Int { totalCount - rows.count }
  /// Whether the list begins in the section, so that earlier records of it may not be loaded (``ResultsRequest/fetchLast``).
  public var isCut: Bool { results.list.cutSection == section }
  /// Whether the section is collapsed, so that no record is shown.
  public var isCollapsed: Bool { results.list.isCollapsed(section) }
}

extension ResultsSectionInfo: RandomAccessCollection {
  /// The position of the first record.
  public var startIndex: Int { rows.startIndex }
  /// The position after the last record.
  public var endIndex: Int { rows.endIndex }

  /// Returns an iterator over the records in order.
  public func makeIterator() -> ResultsRows<Record>.Iterator { rows.makeIterator() }

  /// Returns the record at a position.
  public subscript(position: Int) -> Record { rows[position] }
}

extension ResultsSectionInfo: Identifiable {
  /// The section's key, which is unique in the list.
  public var id: StoredValue { key }
}
