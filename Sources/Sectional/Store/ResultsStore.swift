/// A database that lists can be made from.
///
/// A store never pushes rows. It answers queries inside read transactions, and its ``ChangeSource`` rings a
/// ``Doorbell`` when there may be something new to read.
public protocol ResultsStore<Version>: Sendable {
  /// The store's identifier of one of its states.
  associatedtype Version: StoreVersion
  /// The interface of a read transaction.
  associatedtype Reader: StoreReader where Reader.Version == Version
  /// The source that lists use unless they are given another one.
  associatedtype Source: ChangeSource where Source.Store == Self

  /// An executor for blocking calls into the store, on which a list does its work.
  ///
  /// Each list asks for it once. A store may return another one each time, so that lists don't wait for each other.
  var executor: any SerialExecutor { get }

  /// Runs a body inside one read transaction, so that everything it reads belongs to one version.
  ///
  /// A store may run its transactions one at a time, so a body must not begin another one.
  ///
  /// - Parameter body: Called on the caller's actor, once, and again only if the transaction couldn't begin before it had read
  ///   anything; the reader must not escape it.
  /// - Returns: The value the body returns.
  /// - Throws: Any error the body throws, and ``StoreError`` if the store can't be read.
  func read<Output: Sendable>(_ body: (Reader) async throws -> Output) async throws -> Output

  /// Returns the source that notices changes.
  func changeSource() -> Source
}

/// The operations a list performs inside a read transaction.
public protocol StoreReader<Version> {
  /// The type of the store's versions.
  associatedtype Version: StoreVersion

  /// Prepares to read the rows of some requests; called in the transaction before anything else.
  ///
  /// A store whose transactions must know in advance what they will read begins them here. One that is far away can read in the
  /// same round trip what changed since the version, if its own source is going to be asked for it. The default
  /// implementation does nothing.
  ///
  /// - Parameters:
  ///   - requests: What is going to be read.
  ///   - version: The version at which the rows are held; `nil` if none are.
  /// - Throws: ``StoreError`` if something a request refers to is missing.
  func prepare(for requests: [RowRequest], since version: Version?) async throws

  /// Returns the version that the transaction reads, or `nil` if it can't be determined.
  ///
  /// A list whose store has no version asks its change source at every ring.
  func version() async throws -> Version?

  /// Returns the columns and the key of a request's rows.
  ///
  /// A list asks for it in each transaction in which it reads something, so a changed table is noticed there.
  ///
  /// - Throws: ``StoreError`` if a table, a column or a key is missing.
  func layout(of request: RowRequest) async throws -> RowLayout

  /// Reads every row of a query, in the query's order if that is cheap.
  func rows(of query: RowQuery) async throws -> FetchedRows

  /// Reads the rows of a row-local query that have one of the given keys.
  func rows(of query: RowQuery, for keys: Set<RowKey>) async throws -> FetchedRows

  /// Returns why rows can't be found by the values that another table has in a column, as a sentence without a final period;
  /// `nil` if they can.
  ///
  /// They can if the database compares both columns by nothing but their values, so that it finds each row that any statement
  /// finds with `=`. The default is `nil`. A list that follows several tables reads everything otherwise.
  ///
  /// - Parameters:
  ///   - query: The rows.
  ///   - column: The index of the column by which they are found.
  ///   - table: The other table.
  ///   - other: The index of its column.
  /// - Returns: The reason.
  /// - Throws: ``StoreError`` if the store can't be read.
  func lookupObstacle(
    of query: RowQuery, by column: Int, from table: RowQuery, _ other: Int
  ) async throws -> String?

  /// Reads the rows of a query that have one of some values in a column; called for lists that follow several tables.
  ///
  /// It may read more rows, and each only once. The default implementation reads every row.
  ///
  /// - Parameters:
  ///   - query: What to read.
  ///   - column: The index of the column.
  ///   - values: The values. Each group has those that the store may take for equal, and no other group has one of these.
  /// - Returns: The rows.
  /// - Throws: ``StoreError`` with code `unsupported` if rows can't be found by the column; the list reads everything then.
  func rows(
    of query: RowQuery, where column: Int, isIn values: [[StoredValue]]
  ) async throws -> FetchedRows

  /// Reads some of a query's rows that follow each other in its order; called for lists that show a part of their rows.
  ///
  /// A store that can't find them may append all rows of the query to ``FetchedRows/init(_:page:)``, which keeps those of
  /// the page. The default implementation reads every row, and then cuts the page out.
  func rows(of query: RowQuery, in page: RowPage) async throws -> FetchedRows

  /// Returns why pages of a query's rows can't be read without looking at all rows, or `nil` if they can; called for lists with
  /// a window, which are refused then.
  ///
  /// The default is `nil`.
  func pageObstacle(of query: RowQuery) async throws -> RequestFinding?

  /// Returns what a query lacks in this store, such as an index for its order.
  func findings(about query: RowQuery) async throws -> [RequestFinding]
}

extension StoreReader {
  /// The default: does nothing, because most stores need no preparation.
  public func prepare(for requests: [RowRequest], since version: Version?) async throws {}

  /// Prepares to read the rows of some requests, none of which are held.
  ///
  /// - Throws: ``StoreError`` if something a request refers to is missing.
  public func prepare(for requests: [RowRequest]) async throws {
    try await prepare(for: requests, since: nil)
  }

  /// The default: returns `nil`, because nothing is known about the store.
  public func lookupObstacle(
    of query: RowQuery, by column: Int, from table: RowQuery, _ other: Int
  ) async throws -> String? { nil }

  /// The default: reads every row of the query.
  public func rows(
    of query: RowQuery, where column: Int, isIn values: [[StoredValue]]
  ) async throws -> FetchedRows {
    try await rows(of: query)
  }

  /// The default: reads every row of the query, and returns those of the page.
  public func rows(of query: RowQuery, in page: RowPage) async throws -> FetchedRows {
    try await rows(of: query).cut(to: page)
  }

  /// The default: returns `nil`, because nothing is known about the store.
  public func pageObstacle(of query: RowQuery) async throws -> RequestFinding? { nil }

  /// The default: returns an empty array, because nothing is known about the store.
  public func findings(about query: RowQuery) async throws -> [RequestFinding] { [] }

  /// Returns the records of a request, in order.
  ///
  /// - Throws: ``StoreError`` if a table, a column or a key is missing, a cell doesn't fit its property, or the order
  ///   of the type's columns differs from the order of the initializer's parameters.
  public func fetch<Record>(
    _ request: ResultsRequest<Record>
  ) async throws(StoreError) -> [Record] {
    let rowRequest = try request.rowRequest(sectionBy: nil)
    return try await StoreError.wrapping {
      try await prepare(for: [rowRequest])
      let query = try RowQuery(rowRequest, layout: try await layout(of: rowRequest))
      return request.records(try await rowsInSlice(of: query).sorted)
    }
  }
}

extension StoreReader {
  /// Reads the rows of a query that its request's limit and offset leave, or the last ones if its list begins at its end.
  func rowsInSlice(of query: RowQuery) async throws -> RowPacker {
    guard let first = query.request.extent.firstPage else {
      return try await rows(of: query).packer()
    }
    let count = first.limit ?? .max
    let page =
      first.isReversed ? RowPage(last: count) : RowPage(from: first.offset, count: count)
    return try await self.page(page, of: query).rows
  }

  /// Reads a page, from all rows if the store's order turns out not to be the list's.
  ///
  /// - Returns: The rows, and whether the store had to look at all rows.
  func page(
    _ page: RowPage, of query: RowQuery
  ) async throws -> (rows: RowPacker, visitsAll: Bool) {
    let fetched = try await rows(of: query, in: page)
    let rows = try fetched.packer()
    guard !rows.arrivedInOrder else { return (rows, fetched.visitsAll) }
    // It may also have chosen the wrong rows.
    return (try await self.rows(of: query).packer().cut(to: page), true)
  }

  /// Reads the rows of a request in the store's native order, comparing each column as the store does.
  ///
  /// - Throws: ``StoreError`` with code `unsupported` if sections are derived from something the store doesn't know.
  package func rowsInStoreOrder(of request: RowRequest) async throws -> [StoredRow] {
    let request = request.inStoreOrder()
    try await prepare(for: [request])
    let query = try RowQuery(request, layout: try await layout(of: request))
    try query.checkStoreOrder()
    let rows = try await rows(of: query).packer().unsorted
    guard let first = request.extent.firstPage else { return rows }
    let count = first.limit ?? rows.count
    return Array(
      first.isReversed ? rows.suffix(count) : rows.dropFirst(first.offset).prefix(count))
  }
}
