extension ResultsController {
  /// Creates a list with its contents, which the caller's thread waits for, and follows their changes from then on.
  ///
  /// The first frame of a screen that shows the list is then complete. The fetch waits for no other read or write
  /// through the store. If another program has locked the database, it gives up after the store's busy timeout.
  ///
  /// - Parameters:
  ///   - fetchRequest: Which records the list shows, and in which order.
  ///   - store: The store the records come from.
  ///   - section: What the sections are, or `nil` for a single section. It comes first in the order, unless the first
  ///     sort key already uses it.
  ///   - cacheName: The name under which sections are kept on disk; see ``cacheName``.
  ///   - indexTitle: How index titles are made from section names.
  ///   - alongside: A second query whose rows are read in the transaction of each delivery, such as a total.
  ///   - tracksChanges: Whether the list follows changes; if not, it stays as fetched.
  ///   - minimumInterval: The least time between two deliveries, for a list that changes faster than people read.
  ///   - isolation: The owner's actor.
  /// - Throws: ``StoreError`` if the request is invalid or the store can't be read.
  public convenience init<Store: ImmediateStore>(
    immediatelyFetching fetchRequest: ResultsRequest<Record>, store: Store,
    sectionBy section: SectionKey<Record>? = nil, cacheName: String? = nil,
    indexTitle: SectionIndexTitle = .firstLetter, alongside: ResultsRequest<StoredRow>? = nil,
    tracksChanges: Bool = true, minimumInterval: Duration = .zero,
    isolation: isolated any Actor = #isolation
  ) throws(StoreError) {
    self.init(
      GroupedRequest(request: fetchRequest, section: section),
      PipelineFactory(immediate: store, alongside: alongside), cacheName: cacheName,
      indexTitle: indexTitle, tracksChanges: tracksChanges, minimumInterval: minimumInterval)
    try fetchAtOnce(on: isolation)
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

  /// Creates a list with its contents, whose sections are the values of a property.
  ///
  /// - Parameters:
  ///   - fetchRequest: Which records the list shows, and in which order.
  ///   - store: The store the records come from.
  ///   - keyPath: The property whose values are the sections, or `nil` for a single section. It comes first in the
  ///     order, unless the first sort key already uses it.
  ///   - cacheName: The name under which sections are kept on disk; see ``cacheName``.
  ///   - indexTitle: How index titles are made from section names.
  ///   - alongside: A second query whose rows are read in the transaction of each delivery, such as a total.
  ///   - tracksChanges: Whether the list follows changes; if not, it stays as fetched.
  ///   - minimumInterval: The least time between two deliveries, for a list that changes faster than people read.
  ///   - isolation: The owner's actor.
  /// - Throws: ``StoreError`` if the request is invalid or the store can't be read.
  public convenience init<Store: ImmediateStore>(
    immediatelyFetching fetchRequest: ResultsRequest<Record>, store: Store,
    sectionNameKeyPath keyPath: PartialKeyPath<Record>?, cacheName: String? = nil,
    indexTitle: SectionIndexTitle = .firstLetter, alongside: ResultsRequest<StoredRow>? = nil,
    tracksChanges: Bool = true, minimumInterval: Duration = .zero,
    isolation: isolated any Actor = #isolation
  ) throws(StoreError) {
    try self.init(
      immediatelyFetching: fetchRequest, store: store,
      sectionBy: keyPath.map { SectionKey($0) }, cacheName: cacheName, indexTitle: indexTitle,
      alongside: alongside, tracksChanges: tracksChanges, minimumInterval: minimumInterval,
      isolation: isolation)
  }
}
