/// Something that rings a wake signal when somebody may have written to a store, as long as it is kept.
package protocol PollHints: Sendable {
  /// Whether it still does.
  var areComing: Bool { get }
}

/// Asks at an interval whether a store may have changed, while anybody wants to know, and rings if so.
///
/// A hint makes it ask a moment later, and some times more soon after. One poll serves every list over a store.
package final class StorePoll: Sendable {
  private struct State {
    var listeners = 0
    var task: Task<Void, Never>?
  }

  // State: guarded by its lock.
  private let state = Locked(State())
  private let interval: Duration
  private let hintedInterval: Duration
  private let doorbells: DoorbellRegistry
  private let wakeSignal: WakeSignal
  private let startHints: @Sendable () -> (any PollHints)?
  private let mayHaveChanged: @Sendable () async -> Bool

  /// Makes a poll that is not running yet.
  ///
  /// - Parameters:
  ///   - interval: How often to ask without hints.
  ///   - hintedInterval: How often to ask besides, while there are hints.
  ///   - doorbells: Who is told.
  ///   - wakeSignal: Rings as a hint.
  ///   - startHints: Begins to ring the wakeSignal where that is possible; called again while it is not.
  ///   - mayHaveChanged: The question.
  package init(
    every interval: Duration, withHintsEvery hintedInterval: Duration? = nil,
    ringing doorbells: DoorbellRegistry, hintedBy wakeSignal: WakeSignal = WakeSignal(),
    startingHints startHints: @escaping @Sendable () -> (any PollHints)? = { nil },
    asking mayHaveChanged: @escaping @Sendable () async -> Bool
  ) {
    self.interval = interval
    self.hintedInterval = hintedInterval ?? interval
    self.doorbells = doorbells
    self.wakeSignal = wakeSignal
    self.startHints = startHints
    self.mayHaveChanged = mayHaveChanged
  }

  /// Rings a doorbell once, and again with all the others when the answer is yes, until cancelled.
  package func serve(_ doorbell: Doorbell) async throws {
    join()
    defer { leave() }
    try await doorbells.serve(doorbell)
  }

  /// Begins to ask, with the first who joins.
  private func join() {
    state.withLock { state in
      state.listeners += 1
      guard state.task == nil else { return }
      state.task = Task { [weak self] in
        var hints: (any PollHints)?
        var schedule = RecheckSchedule()
        while !Task.isCancelled {
          guard let wait = await self?.look(&hints, &schedule) else { return }
          if await wait() { schedule.hint() }
        }
      }
    }
  }

  /// Asks once.
  ///
  /// - Returns: Waits for the next time, and tells whether a hint ended the wait.
  private func look(
    _ hints: inout (any PollHints)?, _ schedule: inout RecheckSchedule
  ) async -> @Sendable () async -> Bool {
    // Hints begin before the question, so that none is missed after it.
    if hints?.areComing != true { hints = startHints() }
    if await mayHaveChanged() { doorbells.ring(.all) }
    let duration = schedule.next(atMost: hints == nil ? interval : hintedInterval)
    return { [wakeSignal] in await wakeSignal.wait(atMost: duration) }
  }

  /// Ends it, with the last who leaves.
  private func leave() {
    state.withLock { state in
      state.listeners -= 1
      guard state.listeners == 0 else { return }
      state.task?.cancel()
      state.task = nil
    }
  }
}
