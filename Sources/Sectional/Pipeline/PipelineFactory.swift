/// Creates pipelines over one store.
struct PipelineFactory: Sendable {
  let store: any ResultsStore
  private let pipeline:
    @Sendable (RowRequest, RowRequest?, PipelineOptions, (any ErasedPipeline)?) ->
      any ErasedPipeline
  private let alongside: ResultsRequest<StoredRow>?
  /// Creates a pipeline and opens it while the caller's thread waits, if the store can be read at once.
  private var openAtOnce: (@Sendable (Opening) throws(StoreError) -> OpenPipeline)?

  /// What an open pipeline is and what it has read.
  typealias OpenPipeline = (pipeline: any ErasedPipeline, delivery: ResultsDelivery)

  /// What is to be opened.
  struct Opening {
    let request: RowRequest
    let alongside: RowRequest?
    let options: PipelineOptions
    let stage: FetchStage
  }

  init<Store: ResultsStore>(
    _ store: Store, changes: (any ChangeSource<Store>)?, alongside: ResultsRequest<StoredRow>?
  ) {
    if let changes {
      self.init(store, changes, sharing: nil, alongside)
    } else {
      self.init(
        store, store.changeSource(), sharing: PipelineFactory.sharing(of: store), alongside)
    }
  }

  private init<Store: ResultsStore>(
    _ store: Store, _ source: some ChangeSource<Store>, sharing: StoreSharing?,
    _ alongside: ResultsRequest<StoredRow>?
  ) {
    self.store = store
    self.alongside = alongside
    pipeline = { request, alongside, options, predecessor in
      ResultsPipeline(
        store: store, source: source, request: request, alongside: alongside, options: options,
        sharing: sharing, predecessor: predecessor as? ResultsPipeline)
    }
  }

  /// Returns the lists over a store that look together; `nil` if each looks for itself.
  private static func sharing(of store: some ResultsStore) -> StoreSharing? {
    (store as? any SharingStore)?.sharing
  }

  /// Creates pipelines over a store that can be read at once.
  init<Store: ImmediateStore>(
    immediate store: Store, alongside: ResultsRequest<StoredRow>?
  ) {
    self.init(store, changes: nil, alongside: alongside)
    let (source, sharing) = (store.changeSource(), PipelineFactory.sharing(of: store))
    openAtOnce = { opening throws(StoreError) in
      let pipeline = ResultsPipeline(
        store: store, source: source, request: opening.request, alongside: opening.alongside,
        options: opening.options, sharing: sharing)
      return (pipeline, try pipeline.openAtOnce(opening.stage))
    }
  }

  /// Creates a pipeline for a request and opens it while the caller's thread waits.
  ///
  /// - Throws: ``StoreError`` if the request is invalid or the store can't be read.
  func openAtOnce<Record>(
    _ query: GroupedRequest<Record>, _ options: PipelineOptions, _ stage: FetchStage
  ) throws(StoreError) -> OpenPipeline {
    guard let openAtOnce else {
      throw StoreError(.unsupported, "the store can't be read at once; fetch with performFetch")
    }
    return try openAtOnce(
      Opening(
        request: try query.rowRequest(), alongside: try alongside?.rowRequest(sectionBy: nil),
        options: options, stage: stage))
  }

  /// Creates a pipeline for a request, with some options.
  ///
  /// If it only searches for something else than another pipeline, it begins with the rows of that one.
  ///
  /// - Throws: ``StoreError`` if the request is invalid.
  func pipeline<Record>(
    of query: GroupedRequest<Record>, _ options: PipelineOptions,
    after predecessor: (any ErasedPipeline)? = nil
  ) throws(StoreError) -> any ErasedPipeline {
    pipeline(
      try query.rowRequest(), try alongside?.rowRequest(sectionBy: nil), options, predecessor)
  }
}

extension RowSnapshot {
  /// Returns the snapshot of a list before its first fetch.
  static func empty(isSectioned: Bool) -> RowSnapshot {
    RowSnapshot(
      list: .empty(isSectioned ? .byKey : .none),
      layout: RowLayout(
        columns: RowColumns([]), keyColumns: [], fallsBackToRowID: false,
        region: TableRegion(allColumnsOf: []),
        dependence: .tables),
      ordering: RowOrdering(section: nil, sort: [], keyColumns: [], fallsBackToRowID: false))
  }
}
