/// Creates pipelines over one store.
struct PipelineFactory: Sendable {
  private let pipeline: @Sendable (RowRequest, RowRequest?, PipelineOptions) -> any ErasedPipeline
  private let alongside: ResultsRequest<StoredRow>?

  init<Store: ResultsStore>(
    _ store: Store, changes: (any ChangeSource<Store>)?, alongside: ResultsRequest<StoredRow>?
  ) {
    if let changes {
      self.init(store, changes, alongside)
    } else {
      self.init(store, store.changeSource(), alongside)
    }
  }

  private init<Store: ResultsStore>(
    _ store: Store, _ source: some ChangeSource<Store>, _ alongside: ResultsRequest<StoredRow>?
  ) {
    self.alongside = alongside
    pipeline = { request, alongside, options in
      ResultsPipeline(
        store: store, source: source, request: request, alongside: alongside, options: options)
    }
  }

  /// Creates a pipeline for a request, with some options.
  ///
  /// - Throws: ``StoreError`` if the request is invalid.
  func pipeline<Record>(
    of request: ResultsRequest<Record>, sectionBy section: SectionKey<Record>?,
    _ options: PipelineOptions
  ) throws(StoreError) -> any ErasedPipeline {
    pipeline(
      try request.rowRequest(sectionBy: section), try alongside?.rowRequest(sectionBy: nil),
      options)
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
