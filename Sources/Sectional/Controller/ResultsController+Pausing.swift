extension ResultsController {
  /// Holds deliveries back, for example while a view isn't visible or the user drags a row.
  ///
  /// The results stay as they are, and the store isn't read; only ``refresh(isolation:)`` still brings the list up to
  /// date. The list stays paused when it fetches again.
  public func pause() { pause(true) }

  /// Stops holding deliveries back: everything that was committed in the meantime arrives as one change.
  public func resume() { pause(false) }

  private func pause(_ pauses: Bool) {
    guard isPaused != pauses else { return }
    isPaused = pauses
    pipeline?.pause(pauses)
  }

  /// Takes over an event of a fetch, or holds it back while the list is paused.
  ///
  /// - Returns: Whether the list still follows this fetch.
  func receive(
    _ event: ResultsEvent, of fetch: ResultsFetch, isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    guard generation == fetch.number else { return false }
    guard case .delivered(var delivery) = event else {
      adopt(event)
      return true
    }
    if isPaused, demands == 0 {
      isBehind = true
      return true
    }
    if isBehind {
      // The pipeline reads nothing else before it is asked for its next event.
      delivery.changes = await fetch.pipeline.changes(from: results.snapshot)
      guard generation == fetch.number else { return false }
      isBehind = false
    }
    adopt(.delivered(delivery))
    return true
  }
}
