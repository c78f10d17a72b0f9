extension ResultsController {
  /// Takes over an event of a fetch, or holds it back while the list is paused.
  ///
  /// - Returns: Whether the list still follows this fetch.
  func receive(
    _ event: ResultsEvent, of fetch: ResultsFetch, isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    guard fetches.followed == fetch.number else { return false }
    guard var delivery = event.delivery else {
      adopt(event)
      return true
    }
    guard !held.holdsBack else {
      held.add(delivery)
      return true
    }
    if held.isBehind || !results.sectionDisplay.showsListAsRead, results.isLoaded {
      let changes = await changes(of: delivery, by: fetch.pipeline)
      guard fetches.followed == fetch.number else { return false }
      guard !held.holdsBack else {
        held.add(delivery)
        return true
      }
      delivery.changes = changes
      // What was held back isn't among them.
      if held.isBehind { delivery.rowChanges = nil }
      // A reset belongs to no transaction.
      if changes.isReset { delivery.tags = CommonTag(nil) }
    }
    adopt(event.with(held.released(delivery)))
    return true
  }

  /// Returns the changes that lead from what is shown to a delivery; what is shown may change in the meantime.
  private func changes(
    of delivery: ResultsDelivery, by pipeline: any ErasedPipeline
  ) async -> RowListDiff {
    // What the pipeline delivered last stays the same until it is asked for its next event.
    guard !held.isBehind, delivered.isOfLastRead, let rows = delivery.rowChanges else {
      return await differences(to: pipeline)
    }
    while true {
      let (seen, list) = (delivered.count, results.list)
      let changes = await delivery.list.shownChanges(rows, from: list)
      if delivered.count == seen, results.list.display == list.display { return changes }
    }
  }

  private func adopt(_ event: ResultsEvent) {
    let fetch = fetches.followed
    requested.forget()
    switch event {
    case .failed(let error, let step):
      setStatus(ResultsStatus(after: error))
      if fetches.followed == fetch, let step {
        resume(fetches.steps.finish(step, with: error), with: error)
      }
    case .turned(let delivery):
      if results.isLoaded { deliver(delivery) } else { begin(with: delivery) }
    case .delivered(let delivery):
      let isFirst = !results.isLoaded
      if isFirst { begin(with: delivery) } else { deliver(delivery) }
      // A delegate may have stopped the list or fetched again.
      guard fetches.followed == fetch else { return }
      // Views reload their data then.
      if isFirst, results.isLoaded { setStatus(.current) }
      guard fetches.followed == fetch else { return }
      setStatus(delivery.problem.map(ResultsStatus.init(after:)) ?? .current)
      guard fetches.followed == fetch else { return }
      resume(fetches.steps.finish(delivery.step, with: delivery.problem), with: delivery.problem)
    }
  }

  /// Shows the results of a fetch, which aren't reported as changes.
  func begin(with delivery: ResultsDelivery) {
    let before = results
    report {
      hold(delivery)
      listeners.didFetch(self, after: before)
    }
  }

  /// Calls a body that reports to listeners, and then shows what these want to be displayed.
  func report(_ body: () -> Void) {
    listeners.reports += 1
    body()
    listeners.reports -= 1
    guard listeners.reports == 0, let display = listeners.pendingDisplay else { return }
    listeners.pendingDisplay = nil
    sectionDisplay = display
  }

  /// Shows a delivery, and reports its changes.
  func deliver(_ delivery: ResultsDelivery) { report { reportAll(of: delivery) } }

  private func reportAll(of delivery: ResultsDelivery) {
    let (fetch, isAlongsideNew) = (fetches.followed, delivery.alongside != alongside)
    deliverChanges(of: delivery)
    // A delegate may have stopped the list or fetched again.
    guard fetches.followed == fetch else { return }
    reportLoaded(delivery.loaded)
    guard isAlongsideNew, fetches.followed == fetch else { return }
    listeners.didChangeAlongside(self)
  }

  private func deliverChanges(of delivery: ResultsDelivery) {
    guard !delivery.changes.isEmpty else {
      showUntold(delivery)
      return holdAllButRows(of: delivery)
    }
    let before = results
    let told = listeners.willChange(self, delivery.changes)
    hold(delivery)
    listeners.didChange(
      self,
      ResultsChangeset(
        before: before, after: results, changes: delivery.changes, tag: delivery.tags.tag), told)
  }

  /// Notifies delegates that requested rows are loaded.
  private func reportLoaded(_ keys: [RowKey]) {
    guard listeners.hasDelegate else { return }
    let rows = results.list.loadedRows(of: keys)
    guard !rows.isEmpty else { return }
    let fetch = fetches.followed
    let indexPaths = rows.map(\.path.indexPath)
    delegate?.controller(self, didLoadRowsAt: indexPaths)
    guard fetches.followed == fetch else { return }
    changesetDelegate?.controller(self, didLoadRowsAt: indexPaths)
    guard fetches.followed == fetch else { return }
    snapshotDelegate?.controller(
      self, didChangeContentWith: ResultsSnapshot(results, reconfiguring: rows.map(\.key)))
  }

  private func hold(_ delivery: ResultsDelivery) {
    show(delivery.list)
    holdAllButRows(of: delivery)
  }

  /// Shows the rows of a delivery of which there is nothing to tell.
  private func showUntold(_ delivery: ResultsDelivery) {
    // What is shown must not have contents of which the pipeline no longer follows the changes.
    if !delivery.list.isShown(like: results.list) {
      show(delivery.list)
      listeners.updateObservations(nil, self)
    } else if delivery.rowChanges?.isEmpty != true
      || delivery.list.sliceRanks != results.list.sliceRanks
    {
      // Rows that nobody sees are other ones. Those who hide rows may show them next.
      if results.sectionDisplay.showsListAsRead {
        delivered.isOfLastRead = false
      } else {
        show(delivery.list)
      }
    }
  }

  /// Shows a list, with those of its rows that are displayed.
  func show(_ list: PresentedList, _ display: SectionDisplay? = nil) {
    delivered.count += 1
    if display == nil { delivered.isOfLastRead = true }
    results = ResultsList(
      list.displayed(display ?? results.sectionDisplay), mapping: results.mapping,
      indexTitle: results.indexTitle)
  }

  /// Takes over everything in a delivery except the rows, without notifying observers of the results.
  private func holdAllButRows(of delivery: ResultsDelivery) {
    delivered.version = delivery.version
    // Observers learn of it only if it differs.
    if alongside != delivery.alongside { alongside = delivery.alongside }
    delivered.diagnostics = delivery.diagnostics
  }

  func setStatus(_ next: ResultsStatus) {
    guard !next.repeats(status) else { return }
    status = next
    if !next.repeats(.loading) { fetches.settledStatus = next }
    delegate?.controller(self, didChangeStatus: next)
    // A delegate may have caused another status change, which the other delegates have already received.
    guard status.repeats(next) else { return }
    changesetDelegate?.controller(self, didChangeStatus: next)
    guard status.repeats(next) else { return }
    snapshotDelegate?.controller(self, didChangeStatus: next)
    guard status.repeats(next), let error = next.error else { return }
    listeners.trackers.onError?(self, error)
  }
}

/// What was delivered last, besides the rows.
struct LastDelivery {
  /// The store's version as opaque text, or `nil` if the store can't determine it.
  var version: String?
  var diagnostics = ResultsDiagnostics()
  /// How many times a list was shown.
  var count = 0
  /// Whether the list that is shown is what was read last, with rows that nobody sees.
  var isOfLastRead = true
}
