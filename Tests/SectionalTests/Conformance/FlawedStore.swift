import SectionalTesting

@testable import Sectional

/// A store in memory that breaks at most one rule.
final class FlawedStore: ResultsStore {
  typealias Version = Int
  typealias Reader = FlawedReader
  typealias Source = FlawedSource

  let base: MemoryStore
  let flaw: ConformanceRule?
  let alteration: Alteration?
  let fault: Fault?
  // State: each value is guarded by its lock.
  /// The version since the first failure.
  let frozen = Locked<Int?>(nil)
  /// How many commits the store itself made.
  let ownCommits = Locked(0)
  /// The keys that the source has told of.
  let told = Locked(Set<RowKey>())
  let isFailing = Locked(false)
  /// The rows that the source doesn't report.
  let hidden = Locked(Set<Int64>())
  /// How many sources run, and how many have ended.
  let runs = Locked((running: 0, ended: 0))
  /// Whether something was committed after every source had ended.
  let isUnseen = Locked(false)
  /// Whether something was committed while a reader had a transaction open.
  ///
  /// A list's own looks can meet commits, too, but not in each run.
  let isOvertaken = Locked(false)

  init(
    _ flaw: ConformanceRule?, _ alteration: Alteration? = nil, _ fault: Fault? = nil
  ) throws {
    (self.flaw, self.alteration, self.fault) = (flaw, alteration, fault)
    base = MemoryStore(try MemoryTable(for: ConformanceItem.self))
  }

  var executor: any SerialExecutor { base.executor }

  func read<Output: Sendable>(
    _ body: (FlawedReader) async throws -> Output
  ) async throws -> Output {
    if isFailing.withLock(\.self), flaw != .reportsErrors {
      let version = try await base.read { $0.version() }
      if flaw == .recoversFromErrors { frozen.withLock { $0 = $0 ?? version } }
      throw StoreError(.readFailed, "the test wants it so")
    }
    return try await base.read { reader in try await body(FlawedReader(base: reader, store: self)) }
  }

  func changeSource() -> FlawedSource { FlawedSource(store: self) }
}

/// A reader whose version may ignore what rows contain.
struct FlawedReader: StoreReader {
  let base: MemoryReader
  let store: FlawedStore

  func version() async throws -> Int? {
    if let frozen = store.frozen.withLock(\.self) { return frozen }
    switch store.fault {
    case .newestVersion: return try await store.base.read { $0.version() }
    case .versionOfOwnWrites: return store.ownCommits.withLock(\.self)
    case .versionWithoutTeams:
      let items = try await base.fetch(ResultsRequest<ConformanceItem>())
      return items.map { "\($0.id) \($0.name)" }.hashValue
    default: break
    }
    guard store.flaw == .changesItsVersion else { return base.version() }
    return try await base.fetch(ResultsRequest<ConformanceItem>()).count
  }

  func layout(of request: RowRequest) async throws -> RowLayout { try base.layout(of: request) }

  func rows(of query: RowQuery) async throws -> FetchedRows {
    let hasCondition = query.request.rows.predicate != nil
    guard store.flaw == .readsConditions, hasCondition, query.request.extent == .all,
      query.request.rows.cells != nil
    else { return try base.rows(of: query) }
    // As SQL's <> leaves out nulls.
    var rows = FetchedRows(query, isOrdered: false)
    for row in try base.rows(of: query).packer().unsorted where row["team"] != .null {
      try rows.append(PackedRow(row.values))
    }
    return rows
  }

  func rows(of query: RowQuery, for keys: Set<RowKey>) async throws -> FetchedRows {
    // As if a statement had room for so many keys.
    let most =
      switch store.flaw {
      case .readsBatches where query.request.extent.batchSize != nil: 5
      case .readsManyRows: 1000
      default: Int.max
      }
    let kept = Set(keys.prefix(most))
    return try base.rows(of: query, for: store.alteration?.keys(kept) ?? kept)
  }

  func rows(of query: RowQuery, in page: RowPage) async throws -> FetchedRows {
    if let order = store.fault?.order, let rank = page.rank {
      let rows = try base.rows(of: query).packer().unsorted.sorted { order($0, $1) }
      var kept = FetchedRows(query, isOrdered: false)
      for row in rows.dropFirst(rank).prefix(page.count) {
        try kept.append(PackedRow(row.values))
      }
      return kept
    }
    if let alteration = store.alteration {
      return try await base.rows(of: query, in: alteration.page(page, query))
    }
    let isSlice = query.request.extent.slice != nil
    let isWrong = store.flaw == .readsPages && isSlice || store.flaw == .readsWindows && !isSlice
    guard isWrong, !page.isReversed else { return try await base.rows(of: query, in: page) }
    return try await base.rows(of: query, in: RowPage(last: page.count))
  }
}

/// A source that breaks the rule of its store.
struct FlawedSource: ChangeSource {
  typealias Store = FlawedStore

  let store: FlawedStore

  func run(_ doorbell: Doorbell) async throws {
    store.runs.withLock { $0.running += 1 }
    defer { store.runs.withLock { $0 = ($0.running - 1, $0.ended + 1) } }
    let count = Locked(0)
    let bell = Doorbell(for: doorbell.region) { [flaw = store.flaw] in
      // The source of the base rings once at its start.
      let isFirst = count.withLock { count in
        count += 1
        return count == 1
      }
      if flaw == (isFirst ? .ringsAtTheStart : .ringsAfterCommits) { return }
      doorbell()
    }
    let ringing = Task { try await store.base.changeSource().run(bell) }
    if store.flaw == .endsWhenCancelled { return try await ringing.value }
    try await withTaskCancellationHandler {
      try await ringing.value
    } onCancel: {
      ringing.cancel()
    }
  }

  func changes(
    in region: TableRegion, since cursor: Int?, _ reader: FlawedReader
  ) async throws -> StoreChanges<Int> {
    let answer = try await store.base.changeSource().changes(
      in: region, since: cursor, reader.base)
    let newest = try await store.base.read { $0.version() }
    let jumps = store.flaw == .keepsItsPlace && store.isOvertaken.withLock(\.self)
    let next = jumps ? newest : answer.cursor
    if store.flaw == .catchesUp, store.isUnseen.withLock(\.self) {
      return StoreChanges(.nothing, next: next)
    }
    if store.flaw == .namesOldRows, case .tables(var tables) = answer.rows {
      // As if a row were new that was there.
      let key = RowKey([.integer(90)])
      if tables["item"]?.keys.contains(key) == true { tables["item"]?.oldRows[key] = .absent }
      return StoreChanges(.tables(tables), next: next)
    }
    let hidden = store.hidden.withLock { Set($0.map { RowKey([.integer($0)]) }) }
    if store.fault == .forgetfulSource, let keys = answer.rows.keys {
      let new = store.told.withLock { told in
        defer { told.formUnion(keys) }
        return keys.subtracting(told)
      }
      return StoreChanges(.keys(new, in: "item"), next: next)
    }
    guard let keys = answer.rows.keys, !hidden.isEmpty else {
      return StoreChanges(answer.rows, next: next)
    }
    return StoreChanges(.keys(keys.subtracting(hidden), in: "item"), next: next)
  }
}

/// A flawed store with ways to write to it.
struct FlawedSubject: ConformanceSubject {
  private struct Rollback: Error {}

  let store: FlawedStore

  init(
    _ flaw: ConformanceRule?, _ alteration: Alteration? = nil, _ fault: Fault? = nil
  ) throws {
    store = try FlawedStore(flaw, alteration, fault)
  }

  var source: FlawedSource { store.changeSource() }

  func perform(_ transaction: ItemTransaction) async throws {
    store.ownCommits.withLock { $0 += 1 }
    try commit(transaction)
  }

  private func commit(_ transaction: ItemTransaction) throws {
    note(transaction)
    do {
      try store.base.write { tables in
        for step in transaction.steps {
          switch step {
          case .write(let write): try tables.apply(write)
          case .savepoint(let writes, let isRolledBack):
            do {
              try tables.savepoint { tables in
                for write in writes { try tables.apply(write) }
                if isRolledBack { throw Rollback() }
              }
            } catch is Rollback {}
          }
        }
        if transaction.isRolledBack, store.flaw != .hidesRolledBackRows { throw Rollback() }
      }
    } catch is Rollback {}
  }

  func performMeanwhile(_ transaction: ItemTransaction) async throws {
    store.isOvertaken.withLock { $0 = true }
    try commit(transaction)
  }

  /// Notes what the flaw hides from now on.
  private func note(_ transaction: ItemTransaction) {
    if store.runs.withLock({ $0.running == 0 && $0.ended > 0 }) {
      store.isUnseen.withLock { $0 = true }
    }
    for step in transaction.steps {
      switch step {
      case .savepoint(let writes, false) where store.flaw == .namesRowsOfSavepoints:
        for case .put(let item) in writes { store.hidden.withLock { _ = $0.insert(item.id) } }
      case .write(.update(let id, _)) where store.flaw == .namesBothKeys:
        store.hidden.withLock { _ = $0.insert(id) }
      case .write(.delete(let id)) where store.flaw == .namesChangedRows && id == 2:
        store.hidden.withLock { _ = $0.insert(id) }
      default: break
      }
    }
  }

  func fail(_ fails: Bool) async throws { store.isFailing.withLock { $0 = fails } }
}

extension MemoryTransaction {
  /// Applies a write to the table of a subject.
  mutating func apply(_ write: ItemWrite) throws {
    switch write {
    case .put(let item): try upsert(item)
    case .delete(let id): try delete([.integer(id)], from: "item")
    case .update(let id, let item):
      try delete([.integer(id)], from: "item")
      try upsert(item)
    }
  }
}
