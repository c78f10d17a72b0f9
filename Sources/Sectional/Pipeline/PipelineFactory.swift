/// Creates pipelines over one store.
struct PipelineFactory: Sendable {
  let store: any ResultsStore
  private let pipeline: @Sendable (Opening, Predecessor) -> any ErasedPipeline
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
  }

  /// The pipeline that a new one replaces.
  struct Predecessor {
    /// The pipeline; `nil` if there is none.
    var pipeline: (any ErasedPipeline)?
    /// Whether the new pipeline, if it only searches for something else, begins with the rows of that one.
    var lendsRows = false
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
    pipeline = { opening, predecessor in
      func own(_ options: PipelineOptions) -> ResultsPipeline<Store, some ChangeSource<Store>> {
        ResultsPipeline(
          store: store, source: source, request: opening.request, alongside: opening.alongside,
          options: options, sharing: sharing, predecessor: predecessor.lender as? ResultsPipeline)
      }
      guard let sharing,
        let key = SharedListKey(
          opening.request, alongside: opening.alongside, opening.options)
      else { return own(opening.options) }
      return ListSubscription(
        sharing.join(key.sharing) {
          // Who fetches again starts over.
          $0 !== predecessor.list && !$0.isReplaced && $0.canBeJoined && $0.key.isSame(as: key)
        } orMake: {
          if let list = predecessor.list, list.key.isSame(as: key) { list.noteReplacement() }
          var options = opening.options
          options.minimumInterval = .zero
          let pipeline = own(options)
          return SharedList(key, pipeline, executor: pipeline.preferredExecutor)
        }, minimumInterval: opening.options.minimumInterval)
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
      return (pipeline, try pipeline.openAtOnce())
    }
  }

  /// Creates a pipeline for a request and opens it while the caller's thread waits.
  ///
  /// - Throws: ``StoreError`` if the request is invalid or the store can't be read.
  func openAtOnce<Record>(
    _ query: GroupedRequest<Record>, _ options: PipelineOptions
  ) throws(StoreError) -> OpenPipeline {
    guard let openAtOnce else {
      throw StoreError(.unsupported, "the store can't be read at once; fetch with performFetch")
    }
    return try openAtOnce(try opening(query, options))
  }

  /// Creates a pipeline for a request, with some options.
  ///
  /// - Throws: ``StoreError`` if the request is invalid.
  func pipeline<Record>(
    of query: GroupedRequest<Record>, _ options: PipelineOptions,
    after predecessor: Predecessor = Predecessor()
  ) throws(StoreError) -> any ErasedPipeline {
    pipeline(try opening(query, options), predecessor)
  }

  private func opening<Record>(
    _ query: GroupedRequest<Record>, _ options: PipelineOptions
  ) throws(StoreError) -> Opening {
    Opening(
      request: try query.rowRequest(), alongside: try alongside?.rowRequest(sectionBy: nil),
      options: options)
  }
}

extension PipelineFactory.Predecessor {
  /// The list that the pipeline shows with others.
  fileprivate var list: SharedList? { (pipeline as? ListSubscription)?.list }

  /// The pipeline that has rows to lend.
  fileprivate var lender: (any ErasedPipeline)? { lendsRows ? list?.pipeline ?? pipeline : nil }
}
