extension ResultsUpdates {
  /// A pipeline that ends together with the iteration that retains it.
  final class Following {
    let pipeline: any ErasedPipeline
    private var results: ResultsList<Record>
    /// Whether the list that is shown is what was read last, with rows that nobody sees.
    private var isOfLastRead = true
    private var status = ResultsStatus.current
    private var version: String?
    private var alongside: [StoredRow]
    /// What is displayed from the next delivery on.
    private var display: SectionDisplay

    init(
      _ pipeline: any ErasedPipeline, _ results: ResultsList<Record>, _ delivery: ResultsDelivery
    ) {
      self.pipeline = pipeline
      self.results = results
      version = delivery.version
      alongside = delivery.alongside
      display = results.sectionDisplay
    }

    deinit { pipeline.close() }

    /// Returns whether the changes of a delivery are what people see of it, because no row is hidden before or after.
    func showsListAsRead(_ display: SectionDisplay) -> Bool {
      display.showsListAsRead && results.sectionDisplay.showsListAsRead
    }

    /// Returns the changes that lead from what is shown to a delivery.
    func changes(
      of delivery: ResultsDelivery, displaying display: SectionDisplay
    ) async -> RowListDiff {
      await delivery.list.shownChanges(
        isOfLastRead ? delivery.rowChanges : nil, from: results.list, displaying: display)
    }

    /// Returns the update for an event, or `nil` if the event contains nothing new.
    func update(
      _ event: ResultsEvent, displaying display: SectionDisplay
    ) -> ResultsUpdate<Record>? {
      self.display = display
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
        let hidesRows = !showsListAsRead(display)
        let hadEarlierRows = results.hasEarlierRows
        let areUnseenOthers =
          delivery.rowChanges?.isEmpty != true
          || delivery.list.sliceRanks != results.list.sliceRanks
        if display != results.sectionDisplay || !delivery.list.isShown(like: results.list)
          || hidesRows && areUnseenOthers
        {
          show(delivery.list)
        } else if areUnseenOthers {
          isOfLastRead = false
        }
        return update(
          nil, status, hasNews: isAlongsideNew || hadEarlierRows != results.hasEarlierRows)
      }
      let before = results
      show(delivery.list)
      return update(
        ResultsChangeset(
          before: before, after: results, changes: delivery.changes, tag: delivery.tags.tag),
        status)
    }

    private func show(_ list: PresentedList) {
      isOfLastRead = true
      results = ResultsList(
        list.displayed(display), mapping: results.mapping,
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
