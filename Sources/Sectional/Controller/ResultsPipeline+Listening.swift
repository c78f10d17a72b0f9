extension ResultsPipeline {
  /// What matters to the rows that are held.
  private var region: TableRegion {
    guard let layout = held?.snapshot.layout, alongside == nil else { return .everything }
    if case .unknown = layout.dependence { return .everything }
    return layout.region
  }

  /// Restarts listening if the rows now come from different tables or columns.
  func listenAgain() {
    if listening != nil, region != heardRegion { listen() }
  }

  /// Runs the change source until the pipeline is gone; a source that ends is started again.
  func listen() {
    let region = region
    heardRegion = region
    listening?.cancel()
    listening = Task { [source, ringSignal, retries] in
      while !Task.isCancelled {
        do {
          try await source.run(Doorbell(for: region) { ringSignal.ring() })
        } catch {
          guard !Task.isCancelled else { return }
          ringSignal.fail(StoreError(wrapping: error))
        }
        try? await Task.sleep(for: retries.restart)
      }
    }
  }

  /// Rings again after a failure, with increasing delays.
  func ringLater() {
    failures += 1
    let delay = retries.delay(afterFailures: failures)
    retry?.cancel()
    retry = Task { [ringSignal] in
      // A cancelled retry must not ring, because the failure that cancelled it scheduled another one.
      guard (try? await Task.sleep(for: delay)) != nil else { return }
      ringSignal.ring()
    }
  }
}
