/// A list as an asynchronous sequence: first its results, then every change to them.
///
/// Each iteration follows the store until it is cancelled or dropped. Iterations with equal requests over one store share one
/// list (<doc:ManyLists>). An iteration never runs ahead of its consumer: commits that occur while an update is being processed
/// accumulate, and arrive as one update that leads to the newest state. The contents of all rows are loaded, also if the request has a batch size. With a window,
/// only those of the first rows are, because a sequence can't request others. An ``UpdatesControl`` changes which rows are shown, and
/// loads earlier ones.
///
/// ```swift
/// for try await update in controller.updates {
///   try await client.send(update.changeset?.rowChanges ?? [])
/// }
/// ```
public struct ResultsUpdates<Record: Sendable>: AsyncSequence, Sendable {
  /// The type of the updates.
  public typealias Element = ResultsUpdate<Record>
  /// The error if the first fetch fails.
  public typealias Failure = StoreError

  private let source: PipelineFactory
  private var query: GroupedRequest<Record>
  private let indexTitle: SectionIndexTitle
  private let minimumInterval: Duration
  private var display = SectionDisplay.all
  private var control: UpdatesControl?

  /// Creates a list that is fetched when it is iterated.
  ///
  /// - Parameters:
  ///   - fetchRequest: Which records the list shows, and in which order.
  ///   - store: The store the records come from.
  ///   - section: What the sections are, or `nil` for a single section.
  ///   - indexTitle: How index titles are made from section names.
  ///   - alongside: A second query whose rows are read in the transaction of each update, such as a total.
  ///   - minimumInterval: The least time between two updates; what is committed in between arrives as one update.
  ///   - changes: A source that notices changes, used instead of the store's own.
  public init<Store: ResultsStore>(
    fetchRequest: ResultsRequest<Record>, store: Store,
    sectionBy section: SectionKey<Record>? = nil,
    indexTitle: SectionIndexTitle = .firstLetter, alongside: ResultsRequest<StoredRow>? = nil,
    minimumInterval: Duration = .zero, changes: (any ChangeSource<Store>)? = nil
  ) {
    self.init(
      PipelineFactory(store, changes: changes, alongside: alongside),
      GroupedRequest(request: fetchRequest, section: section), indexTitle, minimumInterval)
  }

  init(
    _ source: PipelineFactory, _ query: GroupedRequest<Record>,
    _ indexTitle: SectionIndexTitle, _ minimumInterval: Duration
  ) {
    self.source = source
    self.query = query
    // Each update is read on its own, by a consumer that can't request contents.
    self.query.request.fetchBatchSize = 0
    self.indexTitle = indexTitle
    self.minimumInterval = minimumInterval
  }

  /// Returns the same sequence, of which some rows of each section are hidden.
  ///
  /// - Parameter display: Which rows are shown; change sets say what becomes of these alone.
  /// - Returns: The sequence.
  public func displaying(_ display: SectionDisplay) -> ResultsUpdates {
    var updates = self
    updates.display = display
    return updates
  }

  /// Returns the same sequence; a control decides at any time which rows it shows.
  ///
  /// - Parameter control: The control, whose ``UpdatesControl/sectionDisplay`` counts in place of ``displaying(_:)``.
  /// - Returns: The sequence.
  public func controlled(by control: UpdatesControl) -> ResultsUpdates {
    var updates = self
    updates.control = control
    return updates
  }

  private var shown: SectionDisplay { control?.sectionDisplay ?? display }

  /// Returns an iterator, which fetches the list when its first update is requested.
  public func makeAsyncIterator() -> Iterator { Iterator(list: self) }

  /// An iterator over the updates.
  public struct Iterator: AsyncIteratorProtocol {
    let list: ResultsUpdates
    private var following: Following?

    init(list: ResultsUpdates) { self.list = list }

    /// Waits for the next update and returns it, or `nil` once the task is cancelled.
    ///
    /// - Throws: ``StoreError`` if the first fetch fails. Later failures arrive as updates whose status carries the
    ///   error.
    public mutating func next() async throws(StoreError) -> ResultsUpdate<Record>? {
      try await next(isolation: #isolation)
    }

    /// Waits for the next update on an actor and returns it, or `nil` once the task is cancelled.
    ///
    /// - Throws: ``StoreError`` if the first fetch fails. Later failures arrive as updates whose status carries the
    ///   error.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(StoreError) -> ResultsUpdate<Record>? {
      guard let following else { return try await first() }
      while var event = await following.pipeline.next() {
        let display = list.shown
        if !following.showsListAsRead(display), var delivery = event.delivery {
          delivery.changes = await following.changes(of: delivery, displaying: display)
          if delivery.changes.isReset { delivery.tags = CommonTag(nil) }
          event = event.with(delivery)
        }
        if let update = following.update(event, displaying: display) { return update }
      }
      return nil
    }

    private mutating func first() async throws(StoreError) -> ResultsUpdate<Record>? {
      guard !Task.isCancelled else { return nil }
      if let problem = list.indexTitle.problem { throw problem.about(.indexTitle) }
      let pipeline = try list.source.pipeline(
        of: list.query, PipelineOptions(minimumInterval: list.minimumInterval))
      // What is requested while it opens isn't lost.
      list.control?.add(pipeline)
      let delivery: ResultsDelivery
      do throws(StoreError) { delivery = try await pipeline.open(.contents) } catch {
        guard Task.isCancelled else { throw error }
        return nil
      }
      guard !Task.isCancelled else {
        pipeline.abandon()
        return nil
      }
      let results = ResultsList(
        delivery.list.displayed(list.shown), mapping: list.query.request.mapping,
        indexTitle: list.indexTitle)
      following = Following(pipeline, results, delivery)
      return ResultsUpdate(
        results: results, changeset: nil, status: .current, version: delivery.version,
        alongside: delivery.alongside)
    }
  }
}

@available(*, unavailable)
extension ResultsUpdates.Iterator: Sendable {}
