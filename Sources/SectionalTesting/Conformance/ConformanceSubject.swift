public import Sectional

/// A store under test with an empty table `item`, and ways to write to it and to break it.
public protocol ConformanceSubject<Store>: Sendable {
  /// The type of the store.
  associatedtype Store: ResultsStore
  /// The type of the change source under test.
  associatedtype Source: ChangeSource<Store>

  /// The store; its table `item` has the columns of ``ConformanceItem``.
  var store: Store { get }
  /// The change source: the store's own, or another one over it.
  var source: Source { get }

  /// Whether the store reads windows in the orders by name and by team, which can take an index; the default is `true`.
  var readsWindows: Bool { get }

  /// Performs a transaction the way that the application under test writes.
  func perform(_ transaction: ItemTransaction) async throws

  /// Commits a transaction while the caller has a read transaction open, from another connection if the store's own
  /// would wait for the reader.
  ///
  /// The default is to call ``perform(_:)``.
  func performMeanwhile(_ transaction: ItemTransaction) async throws

  /// Makes reads of the store fail, or makes them work again.
  func fail(_ fails: Bool) async throws
}

extension ConformanceSubject {
  /// The default: the store reads windows.
  public var readsWindows: Bool { true }

  /// The default: performs the transaction like any other.
  public func performMeanwhile(_ transaction: ItemTransaction) async throws {
    try await perform(transaction)
  }
}
