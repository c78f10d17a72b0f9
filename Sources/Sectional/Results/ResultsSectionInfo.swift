/// A section of a list: the records that share one section key.
public struct ResultsSectionInfo<Record: Sendable>: Sendable {
  private let results: ResultsList<Record>
  private let section: Int
  /// The section's records, in order.
  public let rows: ResultsRows<Record>

  init(results: ResultsList<Record>, section: Int) {
    self.results = results
    self.section = section
    rows = results.rows(in: results.snapshot.ranks(ofSection: section))
  }

  /// The exact value the records share; numbers by value, so an integral real comes as an integer.
  public var key: StoredValue { results.snapshot.sectionKey(section) }
  /// The key as text; the null key is named "".
  public var name: String { results.snapshot.sectionName(key) }
  /// The section's title in the section index, if it has one.
  public var indexTitle: String? { results.indexTitle(name) }

  /// The number of records, as `NSFetchedResultsSectionInfo` calls it.
  public var numberOfObjects: Int { rows.count }
}

extension ResultsSectionInfo: RandomAccessCollection {
  /// The place of the first record.
  public var startIndex: Int { rows.startIndex }
  /// The place behind the last record.
  public var endIndex: Int { rows.endIndex }

  /// Begins to read the records in order.
  public func makeIterator() -> ResultsRows<Record>.Iterator { rows.makeIterator() }

  /// Returns a record.
  public subscript(position: Int) -> Record { rows[position] }
}

extension ResultsSectionInfo: Identifiable {
  /// The section's key, which no other section of the list has.
  public var id: StoredValue { key }
}
