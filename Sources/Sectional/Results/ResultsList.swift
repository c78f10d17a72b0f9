/// The contents of a list at one point in time: sections of records, immutable and cheap to copy.
///
/// A list without a section column has exactly one section, even if the list is empty. In a list with a section column, a
/// section is empty only if the request declares it (``SectionKey/declaring(_:)``).
public struct ResultsList<Record: Sendable>: Sendable {
  let list: PresentedList
  let mapping: RecordMapping<Record>
  let indexTitle: SectionIndexTitle
  private let lazyIndex = Lazy<SectionIndex>()
  /// The indexes of the sections by their keys.
  let lazyPlaces = Lazy<[StoredValue: Int]>()

  init(
    _ list: PresentedList, mapping: RecordMapping<Record>, indexTitle: SectionIndexTitle
  ) {
    self.list = list
    self.mapping = mapping
    self.indexTitle = indexTitle
  }

  /// Whether the contents of the rows are loaded.
  ///
  /// Until they are, only sections, keys and the first rows are available; ``row(ifLoaded:)`` returns `nil` for the others.
  public var isLoaded: Bool { list.isLoaded }

  /// The names of the rows' columns.
  public var columns: RowColumns { list.columns }

  /// The names of the columns that identify a row; empty if only the rowid does.
  public var keyColumns: [String] { list.keyColumns }

  /// The total order of the rows.
  public var ordering: RowOrdering { list.ordering }

  /// Returns the name of what an ordering rule compares: a column's name or, if sections are derived from a column, a
  /// name such as `day(sent,Europe/Berlin)`.
  public func name(of rule: OrderRule) -> String { list.name(of: rule) }

  /// The number of records that are shown in all sections.
  public var numberOfObjects: Int { list.count }

  /// The number of records that are shown or hidden in all sections; see ``SectionDisplay``.
  public var totalCount: Int { list.totalCount }

  /// Whether there may be records before the first one, in a list that begins at its end
  /// (``ResultsRequest/fetchLast``).
  ///
  /// It is `false` once ``ResultsController/loadEarlier(_:isolation:)`` has found fewer records than it asked for, until others come
  /// before the first one or all that are shown are read again.
  public var hasEarlierRows: Bool { list.base.coverage.tail?.mayHaveEarlierRows ?? false }

  /// Which records of each section are shown.
  public var sectionDisplay: SectionDisplay { list.display }

  /// Every record that is shown, in order.
  public var rows: ResultsRows<Record> { rows(in: 0..<list.count) }

  /// The titles of the section index: those of the sections that have one, in the order of the sections, including
  /// duplicates, or the fixed titles of the list's ``SectionIndexTitle``.
  ///
  /// - Complexity: O(*s*) for the first title that is asked for, where *s* is the number of sections; then O(1).
  public var sectionIndexTitles: [String] { sectionIndex.titles }

  /// The section index, which is computed once.
  var sectionIndex: SectionIndex {
    lazyIndex.value {
      let rows = rowsOfSections
      return SectionIndex(indices.lazy.map { indexed($0, rows) }, by: indexTitle)
    }
  }

  /// Returns the title of a section in the section index, if it has one.
  func indexTitle(ofSection section: Int) -> String? {
    // A long list that is being counted is delivered often, and asked for few titles each time.
    guard list.isCounted, indexTitle.titles == nil else {
      return sectionIndex.titlesOfSections[section]
    }
    return indexTitle(indexed(section, rowsOfSections))
  }

  private func indexed(
    _ section: Int, _ rows: ((Int) -> ResultsRows<StoredRow>)?
  ) -> IndexedSection {
    let key = list.sectionKey(section)
    return IndexedSection(
      key: key, name: list.sectionName(key), rows: rows?(section), indexLocales: list.indexLocales)
  }

  /// Returns the rows of a section; `nil` if their contents aren't loaded.
  private var rowsOfSections: ((Int) -> ResultsRows<StoredRow>)? {
    guard isLoaded, !list.isCounted else { return nil }
    // A title is made of all rows, whether they are shown or not.
    let whole = list.displayed(list.display.withoutHiding)
    return { section in
      ResultsRows(list: whole, record: { $0 }, ranks: whole.ranks(ofSection: section))
    }
  }

  /// Every record, shown or hidden, in order.
  public var allRows: ResultsRows<Record> {
    let whole = list.displayed(.all)
    return ResultsRows(list: whole, record: mapping.record, ranks: 0..<whole.count)
  }

  /// The same list without hidden records.
  package var displayingAll: ResultsList {
    ResultsList(list.displayed(.all), mapping: mapping, indexTitle: indexTitle)
  }

  func rows(in ranks: Range<Int>) -> ResultsRows<Record> {
    ResultsRows(list: list, record: mapping.record, ranks: ranks)
  }
}

extension ResultsList: RandomAccessCollection {
  /// The index of the first section.
  public var startIndex: Int { 0 }
  /// The index after the last section.
  public var endIndex: Int { list.sectionCount }

  /// Returns the section at an index.
  ///
  /// - Complexity: O(log *n*)
  public subscript(section: Int) -> ResultsSectionInfo<Record> {
    precondition(indices.contains(section), "the list has no section at this index")
    return ResultsSectionInfo(results: self, section: section)
  }
}
