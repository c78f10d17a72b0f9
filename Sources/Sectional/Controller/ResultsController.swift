public import Observation

/// Holds the rows of a request, grouped and in order, and says exactly what changed in them.
///
/// A controller belongs to the actor that creates it, and is read there synchronously: the results are swapped and the
/// delegate is called in one turn of that actor. Reading the store and computing changes happen elsewhere. While the
/// owner is busy, commits gather; it then gets one change set from what it holds to the newest state.
@Observable
public final class ResultsController<Record: Sendable> {
  /// The rows as of the last delivery; empty before the first fetch.
  public private(set) var results: SectionedResults<Record>
  /// How the list stands to its store.
  public private(set) var status = ResultsStatus.idle

  /// The rows of the second query, read in the transaction of the last delivery.
  @ObservationIgnored public private(set) var alongside: [Row] = []
  /// The version of the store the results are known to equal, as opaque text; nothing where the store can't tell.
  @ObservationIgnored public private(set) var version: String?
  /// What the list did so far.
  @ObservationIgnored public private(set) var diagnostics = ResultsDiagnostics()
  /// Who hears what changed.
  @ObservationIgnored public weak var delegate: (any ResultsControllerDelegate<Record>)?

  // State: all of it belongs to the owner's actor. The generation tells a feed of an earlier fetch from the newest.
  @ObservationIgnored private let makeFeed: () -> any ResultsFeed
  @ObservationIgnored private var pump: Task<Void, Never>?
  @ObservationIgnored private var generation = 0

  /// Makes a list that is empty until it is fetched.
  ///
  /// - Parameters:
  ///   - fetchRequest: Which rows it shows, and in which order.
  ///   - store: Where they come from.
  ///   - section: The column whose values are the sections; one section without it. It leads the order unless the
  ///     first sort key is already on it.
  ///   - indexTitle: How index titles are made from the names of sections.
  ///   - alongside: A second query whose rows are read in the transaction of each delivery, such as a total.
  ///   - changes: The source that notices changes, in place of the store's own.
  public init<Source: Store>(
    fetchRequest: FetchRequest<Record>, store: Source,
    sectionBy section: ColumnReference<Record>? = nil,
    indexTitle: SectionIndexTitle = .firstLetter, alongside: FetchRequest<Row>? = nil,
    changes: (any ChangeSource<Source>)? = nil
  ) {
    let request = fetchRequest.rowRequest(sectionBy: section)
    let companion = alongside?.rowRequest(sectionBy: nil)
    results = SectionedResults(
      snapshot: .empty(isSectioned: section != nil), record: fetchRequest.record,
      indexTitle: indexTitle)
    makeFeed = {
      ResultsPipeline(
        store: store, source: changes ?? store.changeSource(), request: request,
        companion: companion)
    }
  }

  deinit { pump?.cancel() }
}

extension ResultsController {
  /// Fetches the rows and follows their changes from then on, on the caller's actor.
  ///
  /// Fetching again starts afresh: the results are replaced without a change set.
  ///
  /// - Throws: ``StoreError`` when the store can't be read; the results stay as they were.
  public func performFetch(isolation: isolated any Actor = #isolation) async throws(StoreError) {
    let (feed, generation) = try await open()
    pump = Task { [weak self] in
      // Naming the isolation here is what makes the task run on the owner's actor.
      _ = isolation
      while let event = await feed.next() {
        guard let self, self.generation == generation else { return }
        self.adopt(event)
      }
    }
  }

  /// Fetches the rows and follows their changes until the task is cancelled.
  ///
  /// This is the form for an owner without an actor.
  ///
  /// - Throws: ``StoreError`` when the first fetch fails.
  public func run() async throws(StoreError) {
    let (feed, generation) = try await open()
    while let event = await feed.next() {
      guard self.generation == generation else { return }
      adopt(event)
    }
  }

  private func open() async throws(StoreError) -> (any ResultsFeed, Int) {
    pump?.cancel()
    generation += 1
    let opened = generation
    setStatus(.loading)
    let feed = makeFeed()
    do throws(StoreError) {
      let delivery = try await feed.open()
      guard opened == generation else { throw StoreError.superseded }
      hold(delivery)
      setStatus(.current)
      return (feed, opened)
    } catch {
      if opened == generation { setStatus(.stale(error)) }
      throw error
    }
  }
}

extension ResultsController {
  private func adopt(_ event: ResultsEvent) {
    switch event {
    case .failed(let error):
      setStatus(.stale(error))
    case .delivered(let delivery):
      deliver(delivery)
      setStatus(.current)
    }
  }

  private func deliver(_ delivery: ResultsDelivery) {
    guard !delivery.changes.isEmpty else {
      version = delivery.version
      diagnostics = delivery.diagnostics
      return
    }
    let before = results
    delegate?.controllerWillChangeContent(self)
    hold(delivery)
    delegate?.controller(
      self,
      didChangeContentWith: ResultsChangeset(
        before: before, after: results, changes: delivery.changes))
  }

  private func hold(_ delivery: ResultsDelivery) {
    results = SectionedResults(
      snapshot: delivery.snapshot, record: results.record, indexTitle: results.indexTitle)
    version = delivery.version
    alongside = delivery.alongside
    diagnostics = delivery.diagnostics
  }

  private func setStatus(_ next: ResultsStatus) {
    guard !next.repeats(status) else { return }
    status = next
    delegate?.controller(self, didChangeStatus: next)
  }
}

extension RowSnapshot {
  /// A list before its first fetch.
  fileprivate static func empty(isSectioned: Bool) -> RowSnapshot {
    RowSnapshot(
      list: RowList(sorted: [], orderKeys: [:], isSectioned: isSectioned),
      layout: RowLayout(
        columns: RowColumns([]), keyColumns: [], fallsBackToRowID: false, tables: [],
        isRowLocal: false),
      ordering: RowOrdering(section: nil, sort: [], keyColumns: [], fallsBackToRowID: false))
  }
}

extension StoreError {
  fileprivate static let superseded = StoreError(
    .cancelled, "a newer fetch of the same list replaced this one")
}
