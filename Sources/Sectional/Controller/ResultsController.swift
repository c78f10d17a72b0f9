public import Observation

/// Manages the results of a request, grouped and in order, and reports exactly what changed in them.
///
/// A controller belongs to the actor that creates it and is read there synchronously: results are replaced and
/// delegates are called in one turn of that actor. Reading the store and computing changes happen elsewhere. While
/// the owner is busy, commits accumulate; the owner then gets a single changeset that leads from its current results
/// to the newest state. Controllers with equal requests over one store share one list (<doc:ManyLists>).
///
/// ```swift
/// let controller = ResultsController(
///   fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: store,
///   sectionNameKeyPath: \.team)
/// try await controller.performFetch()
/// ```
@Observable
public final class ResultsController<Record: Sendable> {
  /// The results of the last delivery; empty before the first fetch.
  public internal(set) var results: ResultsList<Record> {
    get {
      access(keyPath: resultsKeyPath)
      return untrackedResults
    }
    set { withMutation(keyPath: resultsKeyPath) { untrackedResults = newValue } }
  }
  /// The results, for code whose caller must not observe them.
  @ObservationIgnored private(set) var untrackedResults: ResultsList<Record>
  // Making a key path of a generic type takes longer than reading a record, so it is made once.
  @ObservationIgnored private let resultsKeyPath = \ResultsController.results
  /// The relation between the list and its store.
  public internal(set) var status = ResultsStatus.idle
  /// The rows of the second query, read in the transaction of the last delivery.
  public internal(set) var alongside: [StoredRow] = []

  /// How the list is read, followed and kept; tests, benchmarks and the command line change it before the first fetch.
  @ObservationIgnored package var options: PipelineOptions
  @ObservationIgnored let source: PipelineFactory
  @ObservationIgnored let listeners = ResultsListeners<Record>()

  // State: all of it belongs to the owner's actor.
  @ObservationIgnored var query: GroupedRequest<Record>
  @ObservationIgnored var fetches = ListFetches()
  @ObservationIgnored var held = HeldDeliveries()
  @ObservationIgnored var delivered = LastDelivery()
  @ObservationIgnored var requested = RequestedContents()

  /// Creates a list that is empty until it is fetched.
  ///
  /// - Parameters:
  ///   - fetchRequest: Which records the list shows, and in which order.
  ///   - store: The store the records come from.
  ///   - section: What the sections are, or `nil` for a single section. It comes first in the order, unless the first
  ///     sort key already uses it.
  ///   - cacheName: The name under which sections are kept on disk; see ``cacheName``.
  ///   - indexTitle: How index titles are made from section names.
  ///   - alongside: A second query whose rows are read in the transaction of each delivery, such as a total.
  ///   - tracksChanges: Whether the list follows changes after a fetch; if not, it stays as fetched.
  ///   - minimumInterval: The least time between two deliveries, for a list that changes faster than people read.
  ///   - changes: A source that notices changes, used instead of the store's own.
  public convenience init<Store: ResultsStore>(
    fetchRequest: ResultsRequest<Record>, store: Store,
    sectionBy section: SectionKey<Record>? = nil,
    cacheName: String? = nil, indexTitle: SectionIndexTitle = .firstLetter,
    alongside: ResultsRequest<StoredRow>? = nil, tracksChanges: Bool = true,
    minimumInterval: Duration = .zero, changes: (any ChangeSource<Store>)? = nil
  ) {
    self.init(
      GroupedRequest(request: fetchRequest, section: section),
      PipelineFactory(store, changes: changes, alongside: alongside), cacheName: cacheName,
      indexTitle: indexTitle, tracksChanges: tracksChanges, minimumInterval: minimumInterval)
  }

  init(
    _ query: GroupedRequest<Record>, _ source: PipelineFactory, cacheName: String?,
    indexTitle: SectionIndexTitle, tracksChanges: Bool, minimumInterval: Duration
  ) {
    self.query = query
    self.source = source
    options = PipelineOptions(
      cache: cacheName.map { SectionCacheTarget(name: SectionCacheName($0)) },
      tracksChanges: tracksChanges, minimumInterval: minimumInterval)
    untrackedResults = ResultsList(
      PresentedList(.empty(isSectioned: query.section != nil)), mapping: query.request.mapping,
      indexTitle: indexTitle)
  }

  deinit {
    fetches.pipeline?.close()
    if !results.isLoaded { fetches.pump?.cancel() }
  }
}
