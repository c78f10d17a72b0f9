extension ResultsPipeline {
  /// What matters to the rows that are held.
  private var region: TableRegion {
    guard let layout = held?.snapshot.layout, alongside == nil else { return .everything }
    if case .unknown = layout.dependence { return .everything }
    return layout.region
  }

  /// Restarts listening if the rows now come from different tables or columns.
  func listenAgain() {
    if timers.listening != nil, region != heardRegion { listen() }
  }

  /// Runs the change source until the pipeline is gone; a source that ends is started again.
  func listen() {
    let region = region
    heardRegion = region
    isSourceNew = true
    timers.listening = Task { [source, signal, retries = options.retries, weak self] in
      while !Task.isCancelled {
        do {
          try await source.run(Doorbell(for: region) { signal.note(.rang) })
        } catch {
          guard !Task.isCancelled else { return }
          signal.fail(StoreError(wrapping: error))
        }
        try? await Task.sleep(for: retries.restart)
        await self?.noteNewSource()
      }
    }
  }

  private func noteNewSource() { isSourceNew = true }
}
