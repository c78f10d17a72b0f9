/// Creates pipelines over one store.
struct PipelineFactory: Sendable {
  private let pipeline:
    @Sendable (RowRequest, RowRequest?, SectionCacheTarget?, RetrySchedule) -> any ErasedPipeline
  private let alongside: ResultsRequest<StoredRow>?

  init<Source: ResultsStore>(
    _ store: Source, changes: (any ChangeSource<Source>)?, alongside: ResultsRequest<StoredRow>?
  ) {
    self.alongside = alongside
    pipeline = { request, alongside, cache, retries in
      ResultsPipeline(
        store: store, source: changes ?? store.changeSource(), request: request,
        alongside: alongside, cache: cache, retries: retries)
    }
  }

  /// Creates a pipeline for a request; its sections are kept on disk if a cache is given.
  ///
  /// - Throws: ``StoreError`` if the request is invalid.
  func pipeline<Record>(
    of request: ResultsRequest<Record>, sectionBy section: SectionKey<Record>?,
    cache: SectionCacheTarget? = nil, retries: RetrySchedule = RetrySchedule()
  ) throws(StoreError) -> any ErasedPipeline {
    pipeline(
      try request.rowRequest(sectionBy: section), try alongside?.rowRequest(sectionBy: nil), cache,
      retries)
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
