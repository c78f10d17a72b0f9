/// A store that lives in memory: the reference implementation of a store's behavior, and a place for lists without a
/// database.
///
/// Readers see a snapshot and never wait for writers. Requests must name a table: a filter or a query in a store's
/// language is an error.
public final class MemoryStore: ImmediateStore, SharingStore {
  /// The number of commits so far.
  public typealias Version = Int
  /// A snapshot of the tables.
  public typealias Reader = MemoryReader

  /// The complete state that a reader's snapshot contains.
  struct State: Sendable {
    var version = 0
    var tables: [String: MemoryTable]
    var log = RecentChanges()
  }

  // State: guarded by its lock, and copied as a whole for readers. Doorbells ring after the lock is released.
  private let state: Locked<State>
  /// Held by the transaction that writes; taken before the state's lock.
  private let writing = Locked(())
  private let queue = SerialQueue(label: "sectional.memory")
  let doorbells = DoorbellRegistry()
  /// The groups of its lists.
  package let sharing = StoreSharing()

  /// Creates a store with some tables; if several have the same name, the first one is used.
  public init(_ tables: MemoryTable...) {
    let named = Dictionary(tables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    state = Locked(State(tables: named))
  }

  /// The executor on which lists over the store do their work.
  public var executor: any SerialExecutor { queue }

  /// Runs a body over a snapshot of the store.
  public func read<Output: Sendable>(
    _ body: (MemoryReader) async throws -> Output
  ) async throws -> Output {
    try await body(MemoryReader(state: state.withLock { $0 }))
  }

  /// Runs a body over a snapshot of the store, as ``read(_:)`` does.
  public func readAtOnce<Output: Sendable>(
    _ body: (MemoryReader) async throws -> Output
  ) async throws -> Output { try await read(body) }

  /// Runs a body as one transaction: all of its writes become visible at once, or none of them if it throws.
  ///
  /// Other transactions wait until it ends, so the body must not write to the store in any other way. Readers don't wait, and
  /// see what was there before.
  ///
  /// - Parameters:
  ///   - tag: A tag by which a list recognizes the changes that its view already shows.
  ///   - body: Called once.
  /// - Returns: The value the body returns.
  @discardableResult public func write<Output: Sendable>(
    tag: WriteTag? = nil, _ body: (inout MemoryTransaction) throws -> Output
  ) rethrows -> Output {
    let (output, region) = try writing.withLock { _ in
      var transaction = MemoryTransaction(state.withLock { $0.tables })
      let output = try body(&transaction)
      return (output, state.withLock { $0.commit(transaction, tag) })
    }
    if let region { doorbells.ring(region) }
    return output
  }

  /// Returns the source that knows every write.
  public func changeSource() -> MemoryChangeSource { MemoryChangeSource(store: self) }
}

extension MemoryStore.State {
  /// Applies a transaction's writes to the store; a transaction that wrote nothing creates no version.
  ///
  /// - Returns: What the transaction wrote to, or `nil` if it wrote nothing.
  mutating func commit(_ transaction: MemoryTransaction, _ tag: WriteTag?) -> TableRegion? {
    guard !transaction.touched.isEmpty else { return nil }
    version += 1
    log.beginCommit(tag: tag)
    for (table, keys) in transaction.touched {
      var oldRows = OldRows()
      for key in keys { oldRows.note(key) { tables[table]?.oldRow(key) ?? .absent } }
      log.note(rowIDs: [], keys: Array(keys), oldRows: oldRows, in: table)
    }
    tables = transaction.tables
    return TableRegion(allColumnsOf: transaction.touched.keys)
  }
}
