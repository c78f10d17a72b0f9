/// A store that lives in memory: the reference for what every store does, and a place for lists without a database.
///
/// Readers see a snapshot and never wait for writers. Requests are for whole tables: a filter or a query in a store's
/// language is an error.
public final class MemoryStore: ResultsStore {
  /// The number of commits so far.
  public typealias Version = Int
  /// A snapshot of the tables.
  public typealias Reader = MemoryReader

  /// Everything a reader's snapshot holds.
  struct State: Sendable {
    var version = 0
    var tables: [String: MemoryTable]
    var log = ChangeLog()
  }

  // State: guarded by its lock, copied out whole for readers. Doorbells ring after it is released.
  private let state: Locked<State>
  private let queue = SerialQueue(label: "sectional.memory")
  let doorbells = DoorbellRegistry()

  /// Makes a store with some tables; of two with one name the first counts.
  public init(_ tables: MemoryTable...) {
    let named = Dictionary(tables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    state = Locked(State(tables: named))
  }

  /// Where lists over the store do their work.
  public var executor: any SerialExecutor { queue }

  /// Runs a body over a snapshot of the store.
  public func read<Output: Sendable>(
    _ body: (MemoryReader) async throws -> Output
  ) async throws -> Output {
    try await body(MemoryReader(state: state.withLock { $0 }))
  }

  /// Runs a body as one transaction: all of its writes become visible at once, or none when it throws.
  ///
  /// Other transactions and new readers wait for it, so the body must not read or write the store in another way.
  ///
  /// - Returns: What the body returns.
  @discardableResult public func write<Output: Sendable>(
    _ body: (inout MemoryTransaction) throws -> Output
  ) rethrows -> Output {
    let (output, tables) = try state.withLock { state in
      var transaction = MemoryTransaction(state.tables)
      let output = try body(&transaction)
      return (output, state.commit(transaction))
    }
    if !tables.isEmpty { doorbells.ring(.some(tables)) }
    return output
  }

  /// Returns the source that knows every write.
  public func changeSource() -> any ChangeSource<MemoryStore> { MemoryChangeSource(store: self) }
}

extension MemoryStore.State {
  /// Makes a transaction's writes the store's; one that wrote nothing makes no version.
  ///
  /// - Returns: The tables it wrote.
  mutating func commit(_ transaction: MemoryTransaction) -> [String: TouchedColumns] {
    guard !transaction.touched.isEmpty else { return [:] }
    version += 1
    tables = transaction.tables
    log.beginCommit()
    for (table, keys) in transaction.touched {
      for key in keys { log.note(.key(key), in: table) }
    }
    return transaction.touched.mapValues { _ in .all }
  }
}
