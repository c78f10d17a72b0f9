/// A way to open a read transaction of a store.
protocol TransactionOpening<Store>: Sendable {
  associatedtype Store: ResultsStore

  /// Runs a body inside a read transaction.
  func read<Output: Sendable>(
    _ store: Store, _ body: (Store.Reader) async throws -> Output
  ) async throws -> Output
}

/// Opens a transaction when its turn comes.
struct OpeningInTurn<Store: ResultsStore>: TransactionOpening {
  func read<Output: Sendable>(
    _ store: Store, _ body: (Store.Reader) async throws -> Output
  ) async throws -> Output { try await store.read(body) }
}

/// Opens a transaction that waits for no other.
struct OpeningAtOnce<Store: ImmediateStore>: TransactionOpening {
  func read<Output: Sendable>(
    _ store: Store, _ body: (Store.Reader) async throws -> Output
  ) async throws -> Output { try await store.readAtOnce(body) }
}
