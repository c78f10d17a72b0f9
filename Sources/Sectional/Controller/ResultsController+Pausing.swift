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
}
