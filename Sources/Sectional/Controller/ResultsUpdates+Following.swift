extension ResultsUpdates {
  /// A pipeline that ends together with the iteration that retains it.
  final class Following {
    let pipeline: any ErasedPipeline
    private var results: ResultsList<Record>
    private var status = ResultsStatus.current
    private var version: String?
    private var alongside: [StoredRow]

    init(
      _ pipeline: any ErasedPipeline, _ results: ResultsList<Record>, _ delivery: ResultsDelivery
    ) {
      self.pipeline = pipeline
      self.results = results
      version = delivery.version
      alongside = delivery.alongside
    }

    deinit { pipeline.close() }

    /// Returns the changes that lead from what is shown to a delivery, if rows are hidden.
    func changes(of delivery: ResultsDelivery) async -> RowListDiff {
      guard let rows = delivery.rowChanges else {
        return await pipeline.changes(from: results.list)
      }
      return await delivery.list.shownChanges(rows, from: results.list)
    }

    /// Returns the update for an event, or `nil` if the event contains nothing new.
    func update(_ event: ResultsEvent) -> ResultsUpdate<Record>? {
      switch event {
      case .failed(let error, _): return update(nil, ResultsStatus(after: error))
      case .turned(let delivery): return update(delivery, status)
      case .delivered(let delivery): return update(delivery, .current)
      }
    }

    private func update(
      _ delivery: ResultsDelivery, _ status: ResultsStatus
    ) -> ResultsUpdate<Record>? {
      version = delivery.version
      let isAlongsideNew = alongside != delivery.alongside
      alongside = delivery.alongside
      guard !delivery.changes.isEmpty else {
        // Hidden rows may have other contents, and rows that aren't loaded may have come.
        let hidesRows = !results.sectionDisplay.showsListAsRead
        if !delivery.list.isShown(like: results.list)
          || hidesRows && delivery.rowChanges?.isEmpty != true
          || hidesRows && delivery.list.sliceRanks != results.list.sliceRanks
        {
          show(delivery.list)
        }
        return update(nil, status, hasNews: isAlongsideNew)
      }
      let before = results
      show(delivery.list)
      return update(
        ResultsChangeset(
          before: before, after: results, changes: delivery.changes, tag: delivery.tags.tag),
        status)
    }

    private func show(_ list: PresentedList) {
      results = ResultsList(
        list.displayed(results.sectionDisplay), mapping: results.mapping,
        indexTitle: results.indexTitle)
    }

    private func update(
      _ changeset: ResultsChangeset<Record>?, _ status: ResultsStatus, hasNews: Bool = false
    ) -> ResultsUpdate<Record>? {
      guard changeset != nil || hasNews || !status.repeats(self.status) else { return nil }
      self.status = status
      return ResultsUpdate(
        results: results, changeset: changeset, status: status, version: version,
        alongside: alongside)
    }
  }
}
