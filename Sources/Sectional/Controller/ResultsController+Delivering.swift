extension ResultsController {
  func adopt(_ event: ResultsEvent) {
    let following = generation
    (requestedRows, requestedBlocks) = ([], [])
    switch event {
    case .failed(let error, let step):
      setStatus(ResultsStatus(after: error))
      if generation == following, let step { finish(step, error) }
    case .turned(let delivery): deliver(delivery)
    case .delivered(let delivery):
      if results.isLoaded { deliver(delivery) } else { begin(with: delivery) }
      // A delegate may have stopped the list or fetched again.
      guard generation == following else { return }
      setStatus(delivery.problem.map(ResultsStatus.init(after:)) ?? .current)
      guard generation == following else { return }
      finish(delivery.step, delivery.problem)
    }
  }

  func deliver(_ delivery: ResultsDelivery) {
    let (following, isAlongsideNew) = (generation, delivery.alongside != alongside)
    tellChanges(of: delivery)
    // A delegate may have stopped the list or fetched again.
    guard generation == following else { return }
    tellLoaded(delivery.loaded)
    guard isAlongsideNew, generation == following else { return }
    delegate?.controllerDidChangeAlongside(self)
    changesetDelegate?.controllerDidChangeAlongside(self)
    snapshotDelegate?.controllerDidChangeAlongside(self)
  }

  private func tellChanges(of delivery: ResultsDelivery) {
    guard !delivery.changes.isEmpty else { return note(delivery) }
    let before = results
    if !delivery.changes.isReset { delegate?.controllerWillChangeContent(self) }
    changesetDelegate?.controllerWillChangeContent(self)
    trackers.willChange?(self)
    hold(delivery)
    let changeset = ResultsChangeset(
      before: before, after: results, changes: delivery.changes, tag: delivery.tags.tag)
    tellObservations(of: changeset)
    delegate?.tell(changeset, of: self)
    changesetDelegate?.controller(self, didChangeContentWith: changeset)
    snapshotDelegate?.controller(self, didChangeContentWith: ResultsSnapshot(changeset))
    trackers.tell(changeset, of: self)
  }

  /// Tells that rows can be read whose contents somebody wanted.
  private func tellLoaded(_ keys: [RowKey]) {
    guard delegate != nil || changesetDelegate != nil || snapshotDelegate != nil else { return }
    let list = results.list
    let rows = keys.compactMap { key in list.rank(of: key).map { (key: key, rank: $0) } }
      .filter { list.isLoaded($0.rank) }.sorted { $0.rank < $1.rank }
    guard !rows.isEmpty else { return }
    let following = generation
    let indexPaths = rows.map { list.path(ofRank: $0.rank).indexPath }
    delegate?.controller(self, didLoadRowsAt: indexPaths)
    guard generation == following else { return }
    changesetDelegate?.controller(self, didLoadRowsAt: indexPaths)
    guard generation == following else { return }
    snapshotDelegate?.controller(
      self, didChangeContentWith: ResultsSnapshot(results, reconfiguring: rows.map(\.key)))
  }

  /// Shows the results of a fetch, which aren't reported as changes.
  func begin(with delivery: ResultsDelivery) {
    hold(delivery)
    tellObservations(of: nil)
    snapshotDelegate?.controller(self, didChangeContentWith: ResultsSnapshot(results))
  }

  private func hold(_ delivery: ResultsDelivery) {
    show(delivery.list)
    note(delivery)
  }

  private func show(_ list: PresentedList) {
    deliveries += 1
    results = ResultsList(list, mapping: results.mapping, indexTitle: results.indexTitle)
  }

  /// Takes over everything in a delivery except the rows, without notifying observers of the results.
  private func note(_ delivery: ResultsDelivery) {
    // What is shown must not have contents of which the pipeline no longer follows the changes.
    if !delivery.list.isShown(like: results.list) {
      show(delivery.list)
      tellObservations(of: nil)
    }
    version = delivery.version
    // Observers learn of it only if it differs.
    if alongside != delivery.alongside { alongside = delivery.alongside }
    diagnostics = delivery.diagnostics
  }

  func setStatus(_ next: ResultsStatus) {
    guard !next.repeats(status) else { return }
    status = next
    if !next.repeats(.loading) { settledStatus = next }
    delegate?.controller(self, didChangeStatus: next)
    // A delegate may have caused another status change, which the other delegates have already received.
    guard status.repeats(next) else { return }
    changesetDelegate?.controller(self, didChangeStatus: next)
    guard status.repeats(next) else { return }
    snapshotDelegate?.controller(self, didChangeStatus: next)
    guard status.repeats(next), let error = next.error else { return }
    trackers.onError?(self, error)
  }
}
