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
    guard !delivery.changes.isEmpty else {
      version = delivery.version
      diagnostics = delivery.diagnostics
      return
    }
    let before = results
    delegate?.controllerWillChangeContent(self)
    hold(delivery)
    delegate?.controller(
      self,
      didChangeContentWith: ResultsChangeset(
        before: before, after: results, changes: delivery.changes))
  }

  func hold(_ delivery: ResultsDelivery) {
    results = SectionedResults(
      snapshot: delivery.snapshot, record: results.record, indexTitle: results.indexTitle)
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
