/// A section of a list: the records that share one section key.
public struct ResultsSection<Record: Sendable>: Sendable {
  /// The exact value the records share; numbers by value, so an integral real comes as an integer.
  public let key: Value
  /// The key as text; the null key is named "".
  public let name: String
  /// The section's title in the section index, if it has one.
  public let indexTitle: String?
  /// The section's records, in order.
  public let rows: ResultsRows<Record>

  init(_ section: Int, of results: SectionedResults<Record>) {
    key = results.snapshot.sectionKey(section)
    name = key.sectionName
    indexTitle = results.indexTitle(name)
    rows = results.rows(in: results.list.ranks(ofSection: section))
  }

  /// The number of records, as `NSFetchedResultsSectionInfo` calls it.
  public var numberOfObjects: Int { rows.count }
}

extension ResultsSection: RandomAccessCollection {
  /// The place of the first record.
  public var startIndex: Int { rows.startIndex }
  /// The place behind the last record.
  public var endIndex: Int { rows.endIndex }

  /// Returns a record.
  public subscript(position: Int) -> Record { rows[position] }
}

extension ResultsSection: Identifiable {
  /// The section's key, which no other section of the list has.
  public var id: Value { key }
}
