import Sectional

/// Records when the delegate of a list is called, and wakes the task that waits for it.
@ListOwner final class ListProbe<Record: Sendable> {
  private(set) var deliveries = 0
  private(set) var lastDelivery = ContinuousClock.now
  private var waiter: CheckedContinuation<Void, any Error>?
  private var waitingSince = ContinuousClock.now
  private var awaited = 0
  private var lookout: Task<Void, any Error>?

  nonisolated init() {}

  deinit { lookout?.cancel() }

  /// Waits until the delegate has been called a number of times in all.
  ///
  /// - Throws: ``BenchmarkError`` after about two minutes, because the call will never come.
  func wait(for deliveries: Int) async throws {
    guard self.deliveries < deliveries else { return }
    awaited = deliveries
    waitingSince = .now
    try await withCheckedThrowingContinuation { continuation in
      waiter = continuation
      if lookout == nil { lookout = Task { [weak self] in try await ListProbe.lookOut(for: self) } }
    }
  }

  /// A check every few seconds doesn't affect the measured changes; a timer for each change would.
  private static func lookOut(for probe: @autoclosure () -> ListProbe?) async throws {
    while probe() != nil {
      try await Task.sleep(for: .seconds(5))
      probe()?.giveUp(after: .seconds(120))
    }
  }

  private func giveUp(after limit: Duration) {
    guard waitingSince.duration(to: .now) > limit else { return }
    end(.failure(BenchmarkError("the list reported no change for two minutes")))
  }

  private func end(_ result: Result<Void, any Error>) {
    let waiter = self.waiter
    self.waiter = nil
    waiter?.resume(with: result)
  }
}

extension ListProbe: ResultsChangesetDelegate {
  func controller(
    _ controller: ResultsController<Record>,
    didChangeContentWith changeset: ResultsChangeset<Record>
  ) {
    lastDelivery = .now
    deliveries += 1
    if deliveries >= awaited { end(.success(())) }
  }
}
