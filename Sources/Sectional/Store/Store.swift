/// A database that lists can be made from.
///
/// A store never pushes rows. It answers questions inside read transactions, and its ``ChangeSource`` rings a
/// ``Doorbell`` when there may be something new to ask.
public protocol Store: Sendable {
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
}

/// The questions a list asks inside a read transaction.
public protocol StoreReader {
  /// Finds out the columns and the key of a request's rows.
  ///
  /// - Throws: ``StoreError`` where a table, a column or a key is missing.
  func layout(of request: RowRequest) async throws -> RowLayout

  /// Reads every row of a query, in order where that is cheap.
  func rows(of query: RowQuery) async throws -> [OrderedRow]

  /// Reads those rows of a row-local query that have one of some keys.
  func rows(of query: RowQuery, for keys: Set<RowKey>) async throws -> [OrderedRow]
}
