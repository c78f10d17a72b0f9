/// Lists that differ only in which rows of a table they show, and look at their store together.
///
/// A look serves the lists that wait when it begins; those that come later wait for the next one. Each list is told what changed
/// since its own place. The transaction ends before any of them is brought up to date, so it takes as long as that of one list,
/// and what goes wrong for one list afterward concerns no other. If the look itself fails, each list looks for itself.
actor LookGroup<Store: ResultsStore, Source: ChangeSource<Store>> {
  typealias Place = StorePlace<Store.Version, Source.Cursor>
  typealias Look = SharedLook<Store.Version, Source.Cursor>

  /// What is read: the rows of the table that changed, whichever of these the lists show.
  nonisolated let request: RowRequest
  private let store: Store
  private let source: Source
  // State: guarded by its lock. Lists are resumed after the lock is released.
  nonisolated let lists = Locked(WaitingLists<Place, Look>())
  // State: guarded by the actor.
  private var queries: ListQueries

  // Retained here, because `unownedExecutor` returns an unowned reference.
  private nonisolated let executor: any SerialExecutor

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(_ request: RowRequest, over store: Store, _ source: Source) {
    let request = request.forAnyRows
    self.request = request
    (self.store, self.source) = (store, source)
    queries = ListQueries(request, shape: .standard)
    executor = store.executor
  }

  /// The most places from which one look asks, and the most rows that may have changed since one of them, so that its
  /// transaction is short.
  private static var mostPlaces: Int { 4 }
  private static var mostRows: Int { 1000 }

  /// Returns whether a request differs from the others of the group only in which rows it is for.
  nonisolated func isFor(_ request: RowRequest) -> Bool {
    request.extent == self.request.extent && request.order == self.request.order
      && request.rows.withoutCondition == self.request.rows
  }

  /// Looks at the store in a transaction that begins after this call.
  ///
  /// - Parameter place: The place of a list, whose cursor is known.
  /// - Returns: What was found for that list.
  /// - Throws: What reading the store throws, and ``StoreError`` with code `cancelled` if the task is cancelled.
  nonisolated func look(from place: Place) async throws -> Look {
    let number = lists.withLock { $0.nextNumber() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        wait(WaitingList(number: number, place: place, continuation: continuation))
      }
    } onCancel: {
      lists.withLock { $0.giveUp(number) }?.resume(returning: .failure(StoreError.givenUp))
    }
    return try result.get()
  }

  private nonisolated func wait(_ list: WaitingList<Place, Look>) {
    switch lists.withLock({ $0.add(list) }) {
    case .refused: list.continuation.resume(returning: .failure(StoreError.givenUp))
    case .served: break
    case .idle: Task(priority: .userInitiated) { await looks() }
    }
  }

  /// Looks as long as lists wait.
  private func looks() async {
    // Lists that were rung together come first if they share the executor.
    var known = 0
    while case let count = lists.withLock({ $0.waiting.count }), count > known {
      known = count
      await Task.yield()
    }
    repeat {
      // Before the store begins the transaction: a list that comes later may know of a commit that it doesn't see.
      let served = lists.withLock { $0.begin(atMost: Self.mostPlaces) { $0.cursor } }
      let result: Result<[Int: Look], any Error>
      do {
        result = .success(try await store.read { try await look(for: served, $0) })
      } catch {
        result = .failure(error)
      }
      for list in lists.withLock({ $0.end() }) {
        list.continuation.resume(
          returning: result.map {
            $0[list.number] ?? Look(place: list.place, finding: .unknown)
          })
      }
    } while lists.withLock({ $0.goesOn() })
  }

  /// Asks the store once for each different place, and reads the rows that changed once.
  private func look(
    for lists: [WaitingList<Place, Look>], _ reader: Store.Reader
  ) async throws -> [Int: Look] {
    guard !lists.isEmpty else { return [:] }
    try await source.prepare(reader, since: lists[0].place.cursor)
    try await reader.prepare(for: [request])
    let version = try await reader.version()
    let layout = try await reader.layout(of: request)
    let newest = lists.filter { version != nil && $0.place.version == version }
    let behind = lists.filter { version == nil || $0.place.version != version }
    let unchanged = try await confirmed(newest, at: version, layout, reader)
    let changed = try await changes(since: behind, to: version, layout, reader)
    return unchanged.merging(changed) { first, _ in first }
  }

  /// Returns what is found for lists at the store's version, which may prove more by now.
  private func confirmed(
    _ lists: [WaitingList<Place, Look>], at version: Store.Version?, _ layout: RowLayout,
    _ reader: Store.Reader
  ) async throws -> [Int: Look] {
    let canConfirm = lists.map { StoreAccess<Store, Source>.canConfirm($0.place, at: version) }
    let newest =
      canConfirm.contains(true)
      ? try await source.changes(in: layout.region, since: nil, reader).cursor : nil
    return zip(lists, canConfirm).reduce(into: [:]) { looks, list in
      let cursor = list.1 ? newest ?? list.0.place.cursor : list.0.place.cursor
      looks[list.0.number] = Look(
        place: Place(version: version, cursor: cursor), finding: .unchanged)
    }
  }

  /// Returns what is found for lists at other versions: nothing for those since whose places too much has changed.
  private func changes(
    since lists: [WaitingList<Place, Look>], to version: Store.Version?, _ layout: RowLayout,
    _ reader: Store.Reader
  ) async throws -> [Int: Look] {
    var (answers, names) = ([Source.Cursor: StoreChanges<Source.Cursor>](), Set<RowKey>())
    for cursor in Set(lists.compactMap(\.place.cursor)) {
      let answer = try await source.changes(in: layout.region, since: cursor, reader)
      guard let keys = answer.rows.keys, keys.count <= Self.mostRows else { continue }
      answers[cursor] = answer
      names.formUnion(keys)
    }
    let query = try queries.query(layout)
    let rows =
      names.isEmpty
      ? PackedRows(RowGrouping(query.ordering), shape: query.shape)
      : try await reader.rows(of: query, for: names).packer().packed
    return lists.reduce(into: [:]) { looks, list in
      guard let answer = list.place.cursor.flatMap({ answers[$0] }) else { return }
      looks[list.number] = Look(
        place: Place(version: version, cursor: answer.cursor),
        finding: .change(
          Look.Change(layout: layout, answer: answer, rows: rows, names: names)))
    }
  }
}

extension StoreError {
  fileprivate static let givenUp = StoreError(.cancelled, "the task that reads was cancelled")
}

extension RowRequest {
  /// The same request for all rows of its source.
  fileprivate var forAnyRows: RowRequest {
    RowRequest(rows: rows.withoutCondition, order: order, extent: extent)
  }
}
