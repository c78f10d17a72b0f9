import Foundation

/// A fetch request as stores see it: untyped, with columns given by name.
public struct RowRequest: Sendable {
  /// One term of the order.
  public struct Term: Sendable, Hashable {
    /// The column's name.
    public let column: String
    /// Whether greater values come first.
    public let isReversed: Bool
    /// Whether nulls come after every value.
    public let placesNullsLast: Bool
    /// The collation that orders text.
    public let collation: TextCollation

    init(_ key: SortKey<some Any>) throws(StoreError) {
      if let problem = key.collation.collator?.problem {
        throw StoreError(problem.code, problem.message, part: .sortBy, cause: problem.cause)
      }
      column = try key.column.resolved()
      isReversed = key.order == .reverse
      placesNullsLast = key.nulls == .last
      collation = key.collation
    }
  }

  /// What identifies the request, so that a store can remember what it determined about it; copies share it.
  package let identity = RequestIdentity()
  /// The number of the request's identity.
  package var number: Int { identity.number }
  /// The source of the rows.
  public let source: RowSource
  /// The condition that rows must meet, in the store's own language.
  public let storePredicate: StoreText?
  /// The condition that rows must meet.
  ///
  /// A store may use it to read fewer rows; ``FetchedRows/append(_:rowID:where:)`` checks it for every row it is
  /// given.
  public let predicate: RowPredicate?
  /// The predicate without the search that it includes.
  let unsearchedPredicate: RowPredicate?
  /// The columns that identify a row, or `nil` for the declared primary key.
  public let keyColumns: [String]?
  /// The columns to read and the requirements for their cells, or `nil` to read every column with any contents.
  public let cells: [CellRule]?
  /// Checks whether records are created from the rows correctly.
  let mappingCheck: MappingCheck?
  /// The order within a section.
  public let sort: [Term]
  /// How rows are grouped, or `nil` for a single section.
  public private(set) var section: SectionRule?
  /// The part of the rows that the list shows, or `nil` if it shows all.
  public let window: FetchWindow?
  /// The number of rows whose contents are read together, or 0 if the contents of all rows are held.
  let batchSize: Int
  /// The number of rows that are held, of a list that only counts the others; 0 if all are held.
  package let windowSize: Int
  /// Whether the contents of the rows are kept when they are read, or only their order and their keys.
  let keepsContents: Bool
  /// Whether to read only the columns that identify and order the rows and their sections.
  package let isOutlineOnly: Bool
  /// Whether the store should order the rows natively, which differs from the order of a list.
  public private(set) var isInStoreOrder: Bool

  /// Creates a request from all its options.
  ///
  /// No option has a default, so whoever adds one has to say in ``CanonicalRequest`` whether it changes what a section
  /// cache contains.
  init(
    source: RowSource, storePredicate: StoreText?, predicate: RowPredicate?,
    unsearchedPredicate: RowPredicate?, keyColumns: [String]?,
    cells: [CellRule]?, mappingCheck: MappingCheck?, sort: [Term], section: SectionRule?,
    window: FetchWindow?, batchSize: Int, windowSize: Int, keepsContents: Bool,
    isOutlineOnly: Bool, isInStoreOrder: Bool
  ) {
    self.source = source
    self.storePredicate = storePredicate
    self.predicate = predicate
    self.unsearchedPredicate = unsearchedPredicate
    self.keyColumns = keyColumns
    self.cells = cells
    self.mappingCheck = mappingCheck
    self.sort = sort
    self.section = section
    self.window = window
    self.batchSize = batchSize
    self.windowSize = windowSize
    self.keepsContents = keepsContents
    self.isOutlineOnly = isOutlineOnly
    self.isInStoreOrder = isInStoreOrder
  }

  /// The request without its search.
  var withoutSearch: RowRequest {
    RowRequest(
      source: source, storePredicate: storePredicate, predicate: unsearchedPredicate,
      unsearchedPredicate: unsearchedPredicate, keyColumns: keyColumns, cells: cells,
      mappingCheck: mappingCheck, sort: sort, section: section, window: window,
      batchSize: batchSize, windowSize: windowSize, keepsContents: keepsContents,
      isOutlineOnly: isOutlineOnly, isInStoreOrder: isInStoreOrder)
  }

  /// The request for the order and the keys of its rows alone.
  ///
  /// It reads only the columns that decide them, unless sections are computed from whole records.
  var withoutContents: RowRequest {
    let needsAll = if case .contents? = section?.derivation?.input { true } else { false }
    return RowRequest(
      source: source, storePredicate: storePredicate, predicate: predicate,
      unsearchedPredicate: unsearchedPredicate, keyColumns: keyColumns,
      cells: needsAll ? cells : nil, mappingCheck: nil, sort: sort, section: section,
      window: window, batchSize: 0, windowSize: windowSize, keepsContents: false,
      isOutlineOnly: !needsAll, isInStoreOrder: isInStoreOrder)
  }

  /// Whether other rows must be read when the day ends that the sections follow.
  var isReadEachDay: Bool { window != nil || batchSize > 0 }

  /// Whether rows of the list may be without their contents.
  var readsOutlines: Bool { batchSize > 0 || windowSize > 0 }

  /// Returns the request with sections of the current day, if these follow the day and it has ended.
  func onCurrentDay() -> RowRequest {
    guard let section, let days = section.days else { return self }
    let today = RelativeToday(days.clock)
    guard section.derivation?.day != today else { return self }
    var request = self
    request.section?.derivation = days.derivation(on: today)
    return request
  }

  /// Returns a copy of the request whose columns are ordered as the store orders them natively.
  package func inStoreOrder() -> RowRequest {
    var request = self
    request.isInStoreOrder = true
    return request
  }
}

/// Identifies a request as long as any copy of it exists.
package final class RequestIdentity: Sendable {
  private static let last = Locked(0)

  /// A number that no other request of this process ever has.
  package let number = RequestIdentity.last.withLock { last in
    last += 1
    return last
  }
}
