import Sectional
import Synchronization

/// Articles in memory: every write goes through the store, so it knows which rows changed.
final class ShelfStore: ResultsStore {
  struct State: Sendable {
    var names: [Int64: String] = [:]
    var changes = RecentChanges(capacity: 10_000)
  }

  static let region = TableRegion(allColumnsOf: ["article"])

  let executor: any SerialExecutor = SerialQueue(label: "shelf")
  let doorbells = DoorbellRegistry()
  private let state = Mutex(State())

  func read<Output: Sendable>(
    _ body: (ShelfReader) async throws -> Output
  ) async throws -> Output {
    try await body(ShelfReader(state: state.withLock { $0 }))
  }

  /// Names an article; `nil` takes it off the shelf.
  func name(_ id: Int64, _ name: String?, tag: WriteTag? = nil) {
    state.withLock { state in
      state.changes.beginCommit(tag: tag)
      state.names[id] = name
      state.changes.note(RowKey([.integer(id)]), in: "article")
    }
    // Only now can others read it.
    doorbells.ring(ShelfStore.region)
  }

  /// Puts other articles on the shelf; lists find out what differs.
  func replaceAll(with names: [Int64: String]) {
    state.withLock { state in
      state.changes.beginCommit()
      state.names = names
      state.changes.noteUnknown(in: "article")
    }
    doorbells.ring(ShelfStore.region)
  }

  func changeSource() -> ShelfSource { ShelfSource(store: self) }
}

/// Answers a list's questions from what was on the shelf when the transaction began.
struct ShelfReader: StoreReader {
  let state: ShelfStore.State

  func version() async throws -> Int? { Int(state.changes.newest) }

  func layout(of request: RowRequest) async throws -> RowLayout {
    guard try request.tableName() == "article" else {
      throw StoreError(.noSuchTable, "the only table of a shelf is article")
    }
    return try request.layout(ofTableWith: RowColumns(["id", "name"]), primaryKey: ["id"])
  }

  func rows(of query: RowQuery) async throws -> FetchedRows {
    try rows(state.names.keys, of: query)
  }

  func rows(of query: RowQuery, for keys: Set<RowKey>) async throws -> FetchedRows {
    try rows(keys.compactMap { $0.values.first?.integerValue }, of: query)
  }

  private func rows(_ ids: some Sequence<Int64>, of query: RowQuery) throws -> FetchedRows {
    var rows = FetchedRows(query, isOrdered: false)
    for id in ids {
      guard let name = state.names[id] else { continue }
      let cells: [String: StoredValue] = ["id": .integer(id), "name": .text(name)]
      try rows.append(PackedRow(query.layout.columns.names.map { cells[$0] ?? .null }))
    }
    return rows
  }

  /// Refuses lists with a window, which would look at the whole shelf for each page.
  func pageObstacle(of query: RowQuery) async throws -> RequestFinding? {
    RequestFinding(
      .notWindowable, "articles lie on a shelf in no order",
      advice: "list all articles, without a window")
  }

  /// Says what a list costs that holds all articles.
  func findings(about query: RowQuery) async throws -> [RequestFinding] {
    guard state.names.count > 10_000 else { return [] }
    return [
      RequestFinding(
        .orderUnknownToStore, "all articles are sorted after each large change",
        advice: "divide the shelf")
    ]
  }
}

/// Asks the store's own record of its writes.
struct ShelfSource: ChangeSource {
  typealias Store = ShelfStore

  let store: ShelfStore

  func run(_ doorbell: Doorbell) async throws { try await store.doorbells.serve(doorbell) }

  func changes(
    in region: TableRegion, since cursor: Int64?, _ reader: ShelfReader
  ) async throws -> StoreChanges<Int64> {
    let record = reader.state.changes
    guard let cursor else { return StoreChanges(.nothing, next: record.newest) }
    return StoreChanges(
      record.changes(in: region, since: cursor), next: record.newest,
      tag: record.tag(of: region, since: cursor))
  }
}

extension ShelfStore: ImmediateStore {
  func readAtOnce<Output: Sendable>(
    _ body: (ShelfReader) async throws -> Output
  ) async throws -> Output { try await read(body) }
}
