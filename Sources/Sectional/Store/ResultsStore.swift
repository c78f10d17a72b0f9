/// A database that lists can be made from.
///
/// A store never pushes rows. It answers questions inside read transactions, and its ``ChangeSource`` rings a
/// ``Doorbell`` when there may be something new to ask.
public protocol ResultsStore: Sendable {
  /// What the store calls a state of itself: equal versions have equal contents; there is no order.
  associatedtype Version: Hashable & Codable & Sendable & CustomStringConvertible
  /// What a read transaction offers.
  associatedtype Reader: StoreReader

  /// Where blocking calls into the store run; the work of lists over it runs there too. Always the same one.
  var executor: any SerialExecutor { get }

  /// Runs a body inside one read transaction: everything it reads is of one version.
  ///
  /// Transactions may take turns, so a body must not begin another one.
  ///
  /// - Parameter body: Called once, on the caller's actor; the reader must not leave it.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, and ``StoreError`` when the store can't be read.
  func read<Output: Sendable>(_ body: (Reader) async throws -> Output) async throws -> Output

  /// Returns the source that notices changes unless a list is given another one.
  func changeSource() -> any ChangeSource<Self>

  /// Tells whether a version means something to other processes too, also after this one has ended, so that what was
  /// read at it can be kept on disk.
  static func isLasting(_ version: Version) -> Bool

  /// Tells whether the contents at a version are known to be the same as at an earlier one, whichever processes found them.
  ///
  /// What a list has on disk is shown only where this, or the log of changes, says that it is still so.
  static func hasSameContents(_ version: Version, as other: Version) -> Bool

  /// The library that reads, with its version, where that can decide which rows there are.
  static var library: String? { get }

  /// Makes versions last as long as they can before a list over the store is closed.
  func settle() async

  /// Returns a version that lasts and shows the same as one that may not last yet; that one if the store knows of none.
  func lasting(_ version: Version) async -> Version
}

extension ResultsStore {
  /// Nothing is known: no version means anything to another process.
  public static func isLasting(_ version: Version) -> Bool { false }

  /// Nothing is known.
  public static func hasSameContents(_ version: Version, as other: Version) -> Bool { false }

  /// None.
  public static var library: String? { nil }

  /// Does nothing: most stores' versions last as they are.
  public func settle() async {}

  /// Knows of none.
  public func lasting(_ version: Version) async -> Version { version }
}

/// The questions a list asks inside a read transaction.
public protocol StoreReader {
  /// Makes ready to read the rows of some requests; asked before anything else in the transaction.
  ///
  /// A store whose transactions have to know what they will read begins them here. It does nothing by default.
  ///
  /// - Throws: ``StoreError`` where something of a request is missing.
  func prepare(for requests: [RowRequest]) async throws

  /// Finds out the columns and the key of a request's rows.
  ///
  /// - Throws: ``StoreError`` where a table, a column or a key is missing.
  func layout(of request: RowRequest) async throws -> RowLayout

  /// Reads every row of a query, in its order where that is cheap.
  func rows(of query: RowQuery) async throws -> FetchedRows

  /// Reads those rows of a row-local query that have one of some keys.
  func rows(of query: RowQuery, for keys: Set<RowKey>) async throws -> FetchedRows
}

extension StoreReader {
  /// Does nothing: most stores need to know nothing before they read.
  public func prepare(for requests: [RowRequest]) async throws {}

  /// Reads the records of a request, in order.
  ///
  /// - Throws: ``StoreError`` where a table, a column or a key is missing, a cell doesn't fit its property, or the type's
  ///   columns stand in another order than the initializer's parameters.
  public func fetch<Record>(_ request: ResultsRequest<Record>) async throws -> [Record] {
    let rowRequest = try request.rowRequest(sectionBy: nil)
    try await prepare(for: [rowRequest])
    let query = try RowQuery(rowRequest, layout: try await layout(of: rowRequest))
    return request.records(try await rows(of: query).packer().sorted)
  }
}

extension ResultsStore {
  /// Reads the rows of a request in the order that the store gives them by itself, each column in its own way.
  ///
  /// - Throws: ``StoreError`` with code `unsupported` when sections are made of what the store doesn't know.
  package func rowsInStoreOrder(
    of request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) async throws -> [StoredRow] {
    let request = try request.rowRequest(sectionBy: section).inStoreOrder()
    return try await read { reader in
      try await reader.prepare(for: [request])
      let query = try RowQuery(request, layout: try await reader.layout(of: request))
      try query.checkStoreOrder()
      return try await reader.rows(of: query).packer().unsorted
    }
  }
}
