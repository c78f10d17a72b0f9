public import Foundation

/// A description of what a list shows: where its rows come from, which of them it shows, and in which order.
public struct ResultsRequest<Record: Sendable>: Sendable {
  /// The source of the rows.
  public var source: RowSource
  /// The condition that rows must meet, in the store's own language; `nil` for all rows.
  public var storePredicate: StoreText?
  /// The columns that identify a row, used instead of the declared primary key.
  public var keyColumns: [String]?
  /// The order of the rows; the primary key orders rows that are otherwise equal.
  public var sortBy: [SortKey<Record>]
  /// A search in text that records must be found by, in addition to the predicate; `nil` for all records.
  public var search: TextSearch<Record>?
  /// The largest number of rows that the list shows; 0 for no limit.
  ///
  /// The list keeps to it while rows come and go: if a row leaves, the next one is shown and reported as inserted. Sections
  /// consist of the rows that are shown.
  public var fetchLimit: Int {
    get { part.limit }
    set { part.limit = newValue }
  }
  /// The number of rows, in the list's order, that come before the first one shown; 0 for none.
  ///
  /// A change of a row before the offset moves the slice. To follow it without reading the slice again, a list must know
  /// what the row was before. A store in memory and an SQLite store know that of their own writes; of others, a change log
  /// tells it that keeps the old values of the columns that order and select the rows.
  public var fetchOffset: Int {
    get { part.offset }
    set { part.offset = newValue }
  }
  /// The number of rows at the end of the list that are read first, of a list that begins at its end; 0 to begin with the first
  /// row.
  ///
  /// A chat opens with its newest messages: sort by their time, and the list shows the last ones. What comes after them is
  /// inserted, and no row leaves that hasn't changed. If rows are deleted so that fewer are left, earlier ones come before them.
  /// ``ResultsController/loadEarlier(_:isolation:)`` adds earlier rows, and ``ResultsController/trim(to:isolation:)`` drops them
  /// again. See <doc:ChatLists>.
  ///
  /// An index must have the list's order, or all rows are looked at. A limit, an offset and a window can't be combined with it, a
  /// batch size has no effect, and no section cache is kept, because opening reads few rows anyway.
  public var fetchLast: Int {
    get { part.last }
    set { part.last = newValue }
  }
  /// The number of rows whose contents are read together when one of them is looked at; 0 to hold the contents of all.
  ///
  /// With batches, a list holds the order and the keys of all rows, and the contents of those that were asked for or looked
  /// at last: the larger one of 512 rows and eight batches. ``ResultsController/row(ifLoaded:)`` returns `nil` for a row whose
  /// contents aren't loaded, and requests its batch. Index paths, sections and changes are those of the whole list, but
  /// updates are reported only for rows whose contents are loaded. See <doc:BatchedLists>.
  ///
  /// Contents are held all the same if the list has a limit or an offset, or if its rows depend on other rows or tables, as
  /// those of a view; ``ResultsDiagnostics/batchObstacle`` says so.
  public var fetchBatchSize: Int {
    get { part.batchSize }
    set { part.batchSize = newValue }
  }
  /// The number of rows that are held in memory, of a list that is longer than memory; 0 to hold all.
  ///
  /// With a window, a list holds the rows that were looked at last and counts all others, in a few bytes for hundreds of
  /// rows. The first rows are there at once; the others are counted bit by bit, and are inserted at the end as they are
  /// (``ResultsList/counting``). Index paths, sections and changes are those of the whole list, as far as it is counted.
  /// ``ResultsController/row(ifLoaded:)`` returns `nil` for a row that isn't held, and requests it. See <doc:LongLists>.
  ///
  /// An index must have the list's order, and a change log must keep the old values of the columns that decide it. A limit
  /// and an offset can't be combined with it, and a batch size has no effect.
  public var fetchWindowSize: Int {
    get { part.windowSize }
    set { part.windowSize = newValue }
  }
  /// Which rows of the list the rows of tables concern, of a list of several tables; empty if that isn't known.
  ///
  /// With it, a list from SQL, of a view, or with a condition on other rows reads what changed, and without it everything after
  /// each change. Other lists are followed without it, or read after each commit because their SQL depends on more than tables.
  /// That of a record type with columns of other tables (``ToOne``) is known without it, unless there is a condition in SQL.
  /// See <doc:JoinsAndGroups>.
  public var follows: [FollowedTable] = []
  /// What is summed up of the records, or the error that occurred when it was translated.
  var aggregates: Result<[AggregateTerm], StoreError> = .success([])
  /// The condition that rows must meet, or the error that occurred when it or the sort descriptors were translated.
  var predicate: Result<RowPredicate?, StoreError>
  /// Whether to read only the columns that identify and order the rows and their sections.
  ///
  /// The list then doesn't notice changes of other columns.
  package var isOutlineOnly = false
  /// Which part of the rows the list shows and holds.
  package var part = FetchedPart()
  let mapping: RecordMapping<Record>

  /// Returns the request in its untyped form, including its sections.
  ///
  /// - Throws: ``StoreError`` with code `invalidMapping` if a property has no column, or `unsupported` if a predicate
  ///   or a sort descriptor can't be translated.
  package func rowRequest(sectionBy section: SectionKey<Record>?) throws(StoreError) -> RowRequest {
    if case .joined(let table) = source { try table.check(key: keyColumns) }
    var sort: [RowRequest.Term] = []
    for key in sortBy { sort.append(try RowRequest.Term(key)) }
    let extent = try part.extent()
    let aggregates = try self.aggregates.get()
    return RowRequest(
      rows: RowRequest.Rows(
        source: source, storePredicate: storePredicate, predicate: try condition(),
        unsearchedPredicate: try predicate.get(), keyColumns: keyColumns, cells: mapping.cells,
        mappingCheck: mapping.check, keepsContents: true, isOutlineOnly: isOutlineOnly,
        aggregates: aggregates, follows: knownFollows),
      order: RowRequest.Order(sort: sort, section: try section?.rule(), isInStoreOrder: false),
      extent: extent)
  }
}

extension ResultsRequest {
  /// Returns the request for the records of another source, without what says which of the records of this one are shown.
  package func replacingSource(by source: RowSource) -> ResultsRequest {
    var request = self
    (request.source, request.storePredicate, request.search) = (source, nil, nil)
    (request.predicate, request.follows) = (.success(nil), [])
    return request
  }

  /// Which rows of the list the rows of tables concern, by what the request says or by what its source shows.
  ///
  /// A condition in the store's own language may read any rows of the tables.
  private var knownFollows: [FollowedTable] {
    guard follows.isEmpty, case .joined(let table) = source, storePredicate == nil else {
      return follows
    }
    return table.follows(primaryKey: keyColumns ?? [])
  }

  /// Returns the condition that records must meet, by the predicate and the search.
  private func condition() throws(StoreError) -> RowPredicate? {
    let predicate = try predicate.get()
    return try search.map { search throws(StoreError) in try search.added(to: predicate) }
      ?? predicate
  }
}

extension ResultsRequest where Record == StoredRow {
  /// Creates a request for the rows of a table or another source.
  ///
  /// - Parameters:
  ///   - source: The source of the rows.
  ///   - predicate: The condition that rows must meet, in the store's own language; `nil` for all rows.
  ///   - search: A search in text that rows must be found by, in addition to the predicate.
  ///   - keyColumns: The columns that identify a row, or `nil` for the declared primary key.
  ///   - sortBy: The order of the rows.
  public init(
    source: RowSource, predicate: StoreText? = nil, search: TextSearch<StoredRow>? = nil,
    keyColumns: [String]? = nil, sortBy: [SortKey<StoredRow>] = []
  ) {
    self.search = search
    self.source = source
    storePredicate = predicate
    self.keyColumns = keyColumns
    self.sortBy = sortBy
    self.predicate = .success(nil)
    mapping = .ofRows
  }
}

extension ResultsRequest where Record: StoredRecord {
  /// Creates a request for records.
  ///
  /// The predicate is translated once, by this initializer, and never evaluated. It has the same meaning in every
  /// store: Swift's meaning, except that text is compared by its bytes, that a column is compared as it is stored,
  /// and that a record for which the predicate fails (because of an overflow, a division by zero or an unwrapped
  /// `nil`) doesn't match. If a part can't be translated, the first fetch throws an error that names it.
  ///
  /// - Parameters:
  ///   - predicate: The condition that records must meet, or `nil` for all records.
  ///   - search: A search in text that records must be found by, in addition to the predicate.
  ///   - sortBy: The order of the records.
  public init(
    predicate: Predicate<Record>? = nil, search: TextSearch<Record>? = nil,
    sortBy: [SortKey<Record>] = []
  ) {
    self.search = search
    let table = Record.table
    source = table.source
    keyColumns = table.primaryKey.isEmpty ? nil : table.primaryKey
    self.sortBy = sortBy
    mapping = .ofTable
    self.predicate = Result { () throws(StoreError) in
      guard let predicate else { return nil }
      return try PredicateTranslator<Record>.condition(predicate)
    }
  }

  /// Creates a request for records, ordered by sort descriptors.
  ///
  /// Text is ordered by its bytes, so a descriptor for text must specify `.lexical`; with any other comparator, the
  /// first fetch throws an error. ``SortKey`` offers more options.
  public init(predicate: Predicate<Record>? = nil, sortBy descriptors: [SortDescriptor<Record>]) {
    self.init(predicate: predicate)
    do throws(StoreError) {
      for descriptor in descriptors { sortBy.append(try SortKey(descriptor)) }
    } catch {
      self.predicate = .failure(error)
    }
  }
}

/// The source of a list's rows.
public enum RowSource: Sendable, Hashable {
  /// A table or view of the store.
  case table(String)
  /// A table with columns of other tables.
  case joined(JoinedTable)
  /// A query in the store's own language.
  case query(StoreText)
}

extension RowSource {
  /// The name of the table or view whose rows are listed, or `nil` for a query.
  package var tableName: String? {
    switch self {
    case .table(let name): name
    case .joined(let table): table.name
    case .query: nil
    }
  }
}

/// A text in a store's own language, with the values of its placeholders.
///
/// The text is passed on unchanged and only the store interprets it; arguments are bound, never inserted into the
/// text.
public struct StoreText: Sendable, Hashable {
  /// The text, with a placeholder for each argument.
  public let text: String
  /// The values of the placeholders, in order.
  public let arguments: [StoredValue]

  /// Creates a text with its arguments.
  public init(_ text: String, arguments: [StoredValue] = []) {
    self.text = text
    self.arguments = arguments
  }

  /// Returns whether both texts have the same bytes and the same arguments.
  public static func == (left: StoreText, right: StoreText) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8) && left.arguments == right.arguments
  }
}
