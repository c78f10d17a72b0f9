public import Observation

/// Manages the results of a request, grouped and in order, and reports exactly what changed in them.
///
/// A controller belongs to the actor that creates it and is read there synchronously: results are replaced and
/// delegates are called in one turn of that actor. Reading the store and computing changes happen elsewhere. While
/// the owner is busy, commits accumulate; the owner then gets a single changeset that leads from its current results
/// to the newest state.
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
  /// The results, for code whose caller isn't to be told when they change.
  @ObservationIgnored private(set) var untrackedResults: ResultsList<Record>
  // Making a key path of a generic type takes longer than reading a record, so it is made once.
  @ObservationIgnored private let resultsKeyPath = \ResultsController.results
  /// The relation between the list and its store.
  public internal(set) var status = ResultsStatus.idle
  /// The rows of the second query, read in the transaction of the last delivery.
  public internal(set) var alongside: [StoredRow] = []

  /// The request that the list shows; ``setRequest(_:isolation:)`` replaces it.
  @ObservationIgnored public internal(set) var fetchRequest: ResultsRequest<Record>
  /// The store that the records come from.
  @ObservationIgnored public var store: any ResultsStore { source.store }
  /// How the list is grouped; `nil` for a single section.
  @ObservationIgnored public internal(set) var sectionBy: SectionKey<Record>?
  /// The name under which sections are kept on disk, as in `NSFetchedResultsController`; `nil` to keep nothing.
  ///
  /// When a list is opened again, it shows these sections before it has read its rows (see
  /// ``performFetch(_:isolation:)``), but only if they are proven to be still valid; ``ResultsDiagnostics/cache``
  /// reports the outcome. The file is brought up to date while the list is followed, and by ``close(isolation:)``.
  @ObservationIgnored public let cacheName: String?
  /// Whether the list follows changes after a fetch.
  @ObservationIgnored public let tracksChanges: Bool
  /// The least time between two deliveries; what is committed in between arrives as one delivery at its end.
  @ObservationIgnored public let minimumInterval: Duration
  /// Whether deliveries are held back; see ``pause()``.
  @ObservationIgnored public internal(set) var isPaused = false
  /// The store version that the results are known to equal, as opaque text, or `nil` if the store can't determine it.
  @ObservationIgnored public internal(set) var version: String?
  /// What the list has done so far.
  @ObservationIgnored public internal(set) var diagnostics = ResultsDiagnostics()

  /// The delegate that receives each changed section and row.
  @ObservationIgnored public weak var delegate: (any ResultsControllerDelegate<Record>)?
  /// The delegate that receives whole changesets.
  @ObservationIgnored public weak var changesetDelegate: (any ResultsChangesetDelegate<Record>)?
  /// The delegate that receives the identifiers a diffable data source needs.
  @ObservationIgnored public weak var snapshotDelegate: (any ResultsSnapshotDelegate<Record>)?

  @ObservationIgnored var trackers = ChangeTrackers<Record>()
  @ObservationIgnored var observations: [WeakObservation<Record>] = []

  /// The folder of the section cache; the application's own folder unless a test or the command line sets another
  /// one.
  @ObservationIgnored package var cacheFolder: SectionCacheFolder?
  /// When a store that failed is read again.
  @ObservationIgnored package var retries = RetrySchedule()
  /// The sizes of the blocks that the rows are packed into; tests use small ones.
  @ObservationIgnored package var shape: RowTreeShape?
  /// The number of rows whose contents a list with batches keeps; `nil` for what its batch size asks for.
  @ObservationIgnored package var mostLoadedRows: Int?
  /// How a list with a window counts its rows; tests use small numbers.
  @ObservationIgnored package var counting = CountingOptions()
  /// A description of how to request the same list again, which the section cache keeps.
  @ObservationIgnored package var cacheOrigin = ""
  /// Whether the section cache is also written, or only read.
  @ObservationIgnored package var writesCache = true

  // State: all of it belongs to the owner's actor. The generation is the number of the fetch whose pipeline is
  // followed; a newer fetch replaces it once it has succeeded.
  @ObservationIgnored let source: PipelineFactory
  @ObservationIgnored var pipeline: (any ErasedPipeline)?
  // Receives the pipeline's events.
  @ObservationIgnored var pump: Task<Void, Never>?
  // The pipeline of the list that was stopped last, which may still be writing its section cache.
  @ObservationIgnored var endingPipeline: (any ErasedPipeline)?
  @ObservationIgnored var generation = 0
  @ObservationIgnored var newestFetch = 0
  @ObservationIgnored var deliveries = 0
  @ObservationIgnored var settledStatus = ResultsStatus.idle
  // The read of a fetch that hasn't returned yet; a newer fetch cancels it.
  @ObservationIgnored var opening: Task<ResultsDelivery, any Error>?
  @ObservationIgnored var finishedStep = 0
  @ObservationIgnored var waiters: [StepWaiter] = []
  // The rows whose contents were requested, until the pipeline reports its next step.
  @ObservationIgnored var requestedRows: Set<RowKey> = []
  @ObservationIgnored var requestedBlocks: Set<[UInt8]> = []
  // The rows whose contents were loaded by deliveries that were held back.
  @ObservationIgnored var loadedBehind: [RowKey] = []
  // What was looked at and is loaded, since the last request for contents.
  @ObservationIgnored var touched = WantedRows()
  // The number of callers that want the list to be brought up to date, even if it is paused.
  @ObservationIgnored var demands = 0
  // Whether a delivery was held back, so that the next one must lead from what is shown.
  @ObservationIgnored var isBehind = false
  // The tags of the transactions whose changes were held back.
  @ObservationIgnored var tagsBehind = CommonTag.empty

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
      fetchRequest, PipelineFactory(store, changes: changes, alongside: alongside),
      sectionBy: section, cacheName: cacheName, indexTitle: indexTitle,
      tracksChanges: tracksChanges, minimumInterval: minimumInterval)
  }

  init(
    _ fetchRequest: ResultsRequest<Record>, _ source: PipelineFactory,
    sectionBy section: SectionKey<Record>?, cacheName: String?, indexTitle: SectionIndexTitle,
    tracksChanges: Bool, minimumInterval: Duration
  ) {
    self.fetchRequest = fetchRequest
    sectionBy = section
    self.cacheName = cacheName
    self.tracksChanges = tracksChanges
    self.minimumInterval = minimumInterval
    self.source = source
    untrackedResults = ResultsList(
      PresentedList(.empty(isSectioned: section != nil)), mapping: fetchRequest.mapping,
      indexTitle: indexTitle)
  }

  deinit {
    pipeline?.close()
    if !results.isLoaded { pump?.cancel() }
  }

  var pipelineOptions: PipelineOptions {
    PipelineOptions(
      cache: cacheTarget, retries: retries, minimumInterval: minimumInterval,
      reading: ListReaderOptions(
        shape: shape, mostLoadedRows: mostLoadedRows, counting: counting))
  }

  private var cacheTarget: SectionCacheTarget? {
    cacheName.map { name in
      SectionCacheTarget(
        name: SectionCacheName(name), folder: cacheFolder ?? .ofApplication, origin: cacheOrigin,
        isWritten: writesCache)
    }
  }
}

extension ResultsController where Record: StoredRecord {
  /// Creates a list whose sections are the values of a property.
  ///
  /// - Parameters:
  ///   - fetchRequest: Which records the list shows, and in which order.
  ///   - store: The store the records come from.
  ///   - keyPath: The property whose values are the sections, or `nil` for a single section. It comes first in the
  ///     order, unless the first sort key already uses it.
  ///   - cacheName: The name under which sections are kept on disk; see ``cacheName``.
  ///   - indexTitle: How index titles are made from section names.
  ///   - alongside: A second query whose rows are read in the transaction of each delivery, such as a total.
  ///   - tracksChanges: Whether the list follows changes after a fetch; if not, it stays as fetched.
  ///   - minimumInterval: The least time between two deliveries, for a list that changes faster than people read.
  ///   - changes: A source that notices changes, used instead of the store's own.
  public convenience init<Store: ResultsStore>(
    fetchRequest: ResultsRequest<Record>, store: Store,
    sectionNameKeyPath keyPath: PartialKeyPath<Record>?, cacheName: String? = nil,
    indexTitle: SectionIndexTitle = .firstLetter, alongside: ResultsRequest<StoredRow>? = nil,
    tracksChanges: Bool = true, minimumInterval: Duration = .zero,
    changes: (any ChangeSource<Store>)? = nil
  ) {
    self.init(
      fetchRequest: fetchRequest, store: store, sectionBy: keyPath.map { SectionKey($0) },
      cacheName: cacheName, indexTitle: indexTitle, alongside: alongside,
      tracksChanges: tracksChanges, minimumInterval: minimumInterval, changes: changes)
  }
}
