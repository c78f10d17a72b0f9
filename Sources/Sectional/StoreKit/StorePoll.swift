/// An object that, as long as it is retained, signals that a store may have been written to.
public protocol PollHints: Sendable {
  /// Whether it still signals.
  var areComing: Bool { get }
}

/// Checks at an interval whether a store may have changed, as long as there are listeners, and rings their doorbells
/// if so.
///
/// A hint makes it check a moment later, and several more times soon after. One poll serves every list over a store.
public final class StorePoll: Sendable {
  private struct State {
    var listeners = 0
    var task: Task<Void, Never>?
    /// The task before, which may still be looking.
    var lastTask: Task<Void, Never>?
  }

  // State: guarded by its lock.
  private let state = Locked(State())
  private let interval: Duration
  private let hintedInterval: Duration
  private let doorbells: DoorbellRegistry
  private let wakeSignal: WakeSignal
  private let startHints: @Sendable () -> (any PollHints)?
  private let changedRegion: @Sendable (Set<String>) async -> TableRegion?

  /// Creates a poll that isn't running yet.
  ///
  /// - Parameters:
  ///   - interval: The time between checks without hints.
  ///   - hintedInterval: The time between the regular checks while hints arrive, which prompt further checks.
  ///   - doorbells: The doorbells to ring.
  ///   - wakeSignal: The signal that hints arrive through.
  ///   - startHints: Starts hints that signal `wakeSignal`, or returns `nil` if that isn't possible; called again
  ///     until it is.
  ///   - changedRegion: Returns what may have changed since the last call, or `nil` if nothing can have; it is given the
  ///     tables that matter to listeners, and need not tell others apart.
  public init(
    every interval: Duration, withHintsEvery hintedInterval: Duration? = nil,
    ringing doorbells: DoorbellRegistry, hintedBy wakeSignal: WakeSignal = WakeSignal(),
    startingHints startHints: @escaping @Sendable () -> (any PollHints)? = { nil },
    asking changedRegion: @escaping @Sendable (Set<String>) async -> TableRegion?
  ) {
    self.interval = interval
    self.hintedInterval = hintedInterval ?? interval
    self.doorbells = doorbells
    self.wakeSignal = wakeSignal
    self.startHints = startHints
    self.changedRegion = changedRegion
  }

  /// Rings a doorbell once, and again along with all the others whenever the store may have changed, until the task
  /// is cancelled.
  public func serve(_ doorbell: Doorbell) async throws {
    join()
    defer { leave() }
    try await doorbells.serve(doorbell)
  }

  /// Adds a listener; the first one starts the poll.
  private func join() {
    state.withLock { state in
      state.listeners += 1
      guard state.task == nil else { return }
      let last = state.lastTask
      state.lastTask = nil
      state.task = Task { [weak self] in
        await last?.value
        var hints: (any PollHints)?
        var schedule = RecheckSchedule()
        while !Task.isCancelled {
          guard let wait = await self?.look(&hints, &schedule) else { return }
          if await wait() { schedule.hint() }
        }
      }
    }
  }

  /// Checks once.
  ///
  /// - Returns: A function that waits until the next check is due, and returns whether a hint ended the wait.
  private func look(
    _ hints: inout (any PollHints)?, _ schedule: inout RecheckSchedule
  ) async -> @Sendable () async -> Bool {
    // Hints start before the check, so that no change after it goes unnoticed.
    if hints?.areComing != true { hints = startHints() }
    let tables = doorbells.namedTables
    if let region = await changedRegion(tables) { doorbells.ring(region, knowing: tables) }
    let duration = schedule.next(atMost: hints == nil ? interval : hintedInterval)
    return { [wakeSignal] in await wakeSignal.wait(atMost: duration) }
  }

  /// Removes a listener; the last one stops the poll.
  private func leave() {
    state.withLock { state in
      state.listeners -= 1
      guard state.listeners == 0 else { return }
      state.task?.cancel()
      (state.lastTask, state.task) = (state.task, nil)
    }
  }
}
