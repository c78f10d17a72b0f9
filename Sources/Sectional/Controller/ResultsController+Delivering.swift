extension ResultsController {
  func adopt(_ event: ResultsEvent) {
    switch event {
    case .failed(let error):
      setStatus(.stale(error))
    case .delivered(let delivery):
      deliver(delivery)
      setStatus(.current)
    }
  }

  private func deliver(_ delivery: ResultsDelivery) {
    guard !delivery.changes.isEmpty else { return note(delivery) }
    let before = results
    delegate?.controllerWillChangeContent(self)
    hold(delivery)
    delegate?.controller(
      self,
      didChangeContentWith: ResultsChangeset(
        before: before, after: results, changes: delivery.changes))
  }

  func hold(_ delivery: ResultsDelivery) {
    show(delivery.snapshot)
    note(delivery)
  }

  private func show(_ snapshot: RowSnapshot) {
    results = SectionedResults(
      snapshot: snapshot, record: results.record, indexTitle: results.indexTitle)
  }

  /// Takes over what a delivery says beside the rows; who observes the results is not woken for it.
  private func note(_ delivery: ResultsDelivery) {
    if delivery.snapshot.layout != results.snapshot.layout { show(delivery.snapshot) }
    version = delivery.version
    alongside = delivery.alongside
    diagnostics = delivery.diagnostics
  }

  func setStatus(_ next: ResultsStatus) {
    guard !next.repeats(status) else { return }
    status = next
    delegate?.controller(self, didChangeStatus: next)
  }
}
