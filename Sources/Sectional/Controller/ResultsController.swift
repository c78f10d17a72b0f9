public import Observation

/// Holds the records of a request, grouped and in order, and says exactly what changed in them.
///
/// A controller belongs to the actor that creates it, and is read there synchronously: the results are swapped and its
/// delegates are called in one turn of that actor. Reading the store and computing changes happen elsewhere. While the
/// owner is busy, commits gather; it then gets one change set from what it holds to the newest state.
///
/// ```swift
/// let controller = ResultsController(
///   fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: store,
///   sectionNameKeyPath: \.team)
/// try await controller.performFetch()
/// ```
@Observable
public final class ResultsController<Record: Sendable> {
  /// The records as of the last delivery; empty before the first fetch.
  public internal(set) var results: ResultsList<Record>
  /// How the list stands to its store.
  public internal(set) var status = ResultsStatus.idle

  /// What the list shows; ``setRequest(_:isolation:)`` replaces it.
  @ObservationIgnored public internal(set) var fetchRequest: ResultsRequest<Record>
  /// How it is grouped; one section without it.
  @ObservationIgnored public internal(set) var sectionBy: SectionKey<Record>?
  /// The name under which sections are kept on disk, as `NSFetchedResultsController` has it; nothing is kept without one.
  ///
  /// A list that is opened again shows them before it has read its rows, see ``performFetch(_:isolation:)``, but only where
  /// it is proven that they still hold: ``ResultsDiagnostics/cache`` tells what came of it. The file is brought up to date
  /// while the list is followed, and by ``close(isolation:)``.
  @ObservationIgnored public let cacheName: String?
  /// Whether changes are followed after a fetch.
  @ObservationIgnored public let tracksChanges: Bool
  /// The rows of the second query, read in the transaction of the last delivery.
  @ObservationIgnored public internal(set) var alongside: [StoredRow] = []
  /// The version of the store the results are known to equal, as opaque text; nothing where the store can't tell.
  @ObservationIgnored public internal(set) var version: String?
  /// What the list did so far.
  @ObservationIgnored public internal(set) var diagnostics = ResultsDiagnostics()

  /// Who hears of every row that changed.
  @ObservationIgnored public weak var delegate: (any ResultsControllerDelegate<Record>)?
  /// Who hears of whole change sets.
  @ObservationIgnored public weak var changesetDelegate: (any ResultsChangesetDelegate<Record>)?
  /// Who hears of the identifiers a diffable data source needs.
  @ObservationIgnored public weak var snapshotDelegate: (any ResultsSnapshotDelegate<Record>)?

  /// The folder of the section cache; the application's own unless a test or the command line says otherwise.
  @ObservationIgnored package var cacheFolder: SectionCacheFolder?
  /// When a store that failed is asked again.
  @ObservationIgnored package var retries = RetrySchedule()
  /// How somebody can ask for the same list again, which the section cache keeps.
  @ObservationIgnored package var cacheOrigin = ""
  /// Whether the section cache is written, and not only looked at.
  @ObservationIgnored package var keepsCache = true

  // State: all of it belongs to the owner's actor. The generation is the number
  // of the fetch whose pipeline is followed; a newer fetch takes its place when it has succeeded.
  @ObservationIgnored let source: PipelineFactory
  @ObservationIgnored var pipeline: (any ErasedPipeline)?
  // Takes over what the pipeline has to tell.
  @ObservationIgnored var pump: Task<Void, Never>?
  // The pipeline of the list that was stopped last, which may still be writing its section cache.
  @ObservationIgnored var endingPipeline: (any ErasedPipeline)?
  @ObservationIgnored var generation = 0
  @ObservationIgnored var newestFetch = 0
  @ObservationIgnored var deliveries = 0
  @ObservationIgnored var settledStatus = ResultsStatus.idle
  @ObservationIgnored var finishedStep = 0
  @ObservationIgnored var waiters: [StepWaiter] = []

  /// Makes a list that is empty until it is fetched.
  ///
  /// - Parameters:
  ///   - fetchRequest: Which records it shows, and in which order.
  ///   - store: Where they come from.
  ///   - section: What the sections are; one section without it. It leads the order unless the first sort key is
  ///     already on it.
  ///   - cacheName: The name under which sections are kept on disk; see ``cacheName``.
  ///   - indexTitle: How index titles are made from the names of sections.
  ///   - alongside: A second query whose rows are read in the transaction of each delivery, such as a total.
  ///   - tracksChanges: Whether changes are followed after a fetch; else the list stays as fetched.
  ///   - changes: The source that notices changes, in place of the store's own.
  public init<Source: ResultsStore>(
    fetchRequest: ResultsRequest<Record>, store: Source,
    sectionBy section: SectionKey<Record>? = nil,
    cacheName: String? = nil, indexTitle: SectionIndexTitle = .firstLetter,
    alongside: ResultsRequest<StoredRow>? = nil, tracksChanges: Bool = true,
    changes: (any ChangeSource<Source>)? = nil
  ) {
    self.fetchRequest = fetchRequest
    sectionBy = section
    self.cacheName = cacheName
    self.tracksChanges = tracksChanges
    source = PipelineFactory(store, changes: changes, alongside: alongside)
    results = ResultsList(
      snapshot: .empty(isSectioned: section != nil), mapping: fetchRequest.mapping,
      indexTitle: indexTitle)
  }

  deinit {
    pipeline?.close()
    if !results.isLoaded { pump?.cancel() }
  }

  var cacheTarget: SectionCacheTarget? {
    cacheName.map { name in
      SectionCacheTarget(
        name: SectionCacheName(name), folder: cacheFolder ?? .ofApplication, origin: cacheOrigin,
        isKept: keepsCache)
    }
  }
}

extension ResultsController where Record: StoredRecord {
  /// Makes a list whose sections are the values of a property.
  ///
  /// - Parameters:
  ///   - fetchRequest: Which records it shows, and in which order.
  ///   - store: Where they come from.
  ///   - keyPath: The property whose values are the sections; one section without it. It leads the order unless the
  ///     first sort key is already on it.
  ///   - cacheName: The name under which sections are kept on disk; see ``cacheName``.
  ///   - indexTitle: How index titles are made from the names of sections.
  ///   - alongside: A second query whose rows are read in the transaction of each delivery, such as a total.
  ///   - tracksChanges: Whether changes are followed after a fetch; else the list stays as fetched.
  public convenience init(
    fetchRequest: ResultsRequest<Record>, store: some ResultsStore,
    sectionNameKeyPath keyPath: PartialKeyPath<Record>?, cacheName: String? = nil,
    indexTitle: SectionIndexTitle = .firstLetter, alongside: ResultsRequest<StoredRow>? = nil,
    tracksChanges: Bool = true
  ) {
    self.init(
      fetchRequest: fetchRequest, store: store, sectionBy: keyPath.map { SectionKey($0) },
      cacheName: cacheName, indexTitle: indexTitle, alongside: alongside,
      tracksChanges: tracksChanges)
  }
}
