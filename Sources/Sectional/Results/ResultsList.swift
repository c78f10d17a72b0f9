/// A list at one moment: sections of records, immutable, and cheap to copy.
///
/// Without a section column there is exactly one section, also when the list is empty. With one, no section is empty.
public struct ResultsList<Record: Sendable>: Sendable {
  let snapshot: RowSnapshot
  let mapping: RecordMapping<Record>
  let indexTitle: SectionIndexTitle

  /// Whether the contents of the rows are there; until then ``row(ifLoaded:)`` is nothing, and only sections and keys are
  /// to be had.
  public var isLoaded: Bool { snapshot.outline == nil }

  /// The names of the rows' columns.
  public var columns: RowColumns { snapshot.layout.columns }

  /// The names of the columns that identify a row; none where only the rowid does.
  public var keyColumns: [String] { snapshot.layout.keyColumns.map { columns.names[$0] } }

  /// The total order of the rows.
  public var ordering: RowOrdering { snapshot.ordering }

  /// Returns the name of what a rule of the order looks at: a column's, or such as `day(sent,Europe/Berlin)` where
  /// sections are made from one.
  public func name(of rule: OrderRule) -> String { snapshot.name(of: rule) }

  /// The number of records in all sections.
  public var numberOfObjects: Int { snapshot.count }

  /// Every record, in order.
  public var rows: ResultsRows<Record> { rows(in: 0..<snapshot.count) }

  /// The titles of the sections that have one, in the order of the sections; equal titles are kept.
  public var sectionIndexTitles: [String] { compactMap(\.indexTitle) }

  func rows(in ranks: Range<Int>) -> ResultsRows<Record> {
    ResultsRows(snapshot: snapshot, record: mapping.record, ranks: ranks)
  }
}

extension ResultsList: RandomAccessCollection {
  /// The index of the first section.
  public var startIndex: Int { 0 }
  /// The index behind the last section.
  public var endIndex: Int { snapshot.sectionCount }

  /// Returns a section.
  ///
  /// - Complexity: O(log *n*)
  public subscript(section: Int) -> ResultsSectionInfo<Record> {
    precondition(indices.contains(section), "the list has no section of this index")
    return ResultsSectionInfo(results: self, section: section)
  }
}
