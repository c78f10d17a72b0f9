/// What reaches a pipeline from any thread: events of its life cycle, and requests for the contents of rows.
///
/// The pipeline waits here for its next step.
final class PipelineInbox: Sendable {
  /// The next step of the list.
  enum Step: Sendable {
    case look
    case turn
    case report(Failure)
    case end
  }

  /// A failure besides the list's own looks.
  struct Failure: Sendable {
    let error: StoreError
    /// The number of the read that failed, if it was one for several owners.
    let step: Int?
  }

  private struct State {
    var lifecycle: PipelineLifecycle
    /// Why the change source or a read for several owners failed, until it is reported.
    var failure: Failure?
    var waiter: CheckedContinuation<Void, Never>?
    /// The rows whose contents the next look reads.
    var wanted = WantedRows()
    /// The day whose sections the list has or is getting, if its sections follow the day.
    var day: RelativeToday?
    /// The number of shared looks that had begun when the last event came.
    var cause = 0

    mutating func takeStep() -> Step? {
      switch lifecycle.next() {
      case nil: return nil
      case .look: return .look
      case .turn: return .turn
      case .end: return .end
      case .report:
        defer { failure = nil }
        return failure.map(Step.report)
      }
    }

    mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
      defer { waiter = nil }
      return waiter
    }
  }

  // State: guarded by its lock. The waiter is resumed after the lock is released. The pipeline is the only waiter.
  private let state: Locked<State>
  /// Counts the looks that lists share.
  private let looks: LookCounter?

  init(_ lifecycle: PipelineLifecycle, day: RelativeToday?, counting looks: LookCounter? = nil) {
    state = Locked(State(lifecycle: lifecycle, day: day))
    self.looks = looks
  }

  /// The number of shared looks that had begun when the last event came: a later one sees what the list is to see.
  var cause: Int { state.withLock { $0.cause } }

  /// Whether the section cache belongs to another list.
  var isAbandoned: Bool { state.withLock { $0.lifecycle.isAbandoned } }

  /// Whether the list has stopped looking.
  var isClosed: Bool { state.withLock { $0.lifecycle.isClosed } }

  /// Sends the life cycle an event.
  ///
  /// - Returns: What the event starts.
  @discardableResult func send(_ event: PipelineLifecycle.Event) -> [PipelineLifecycle.Effect] {
    update { $0.lifecycle.handle(event) }
  }

  /// Sends the life cycle the failure of the change source, or of a read for several owners.
  func fail(_ error: StoreError, step: Int? = nil) {
    update { state in
      let steps = [state.failure?.step, step].compactMap(\.self)
      state.failure = Failure(error: error, step: steps.max())
      return state.lifecycle.handle(.sourceFailed)
    }
  }

  /// Requests the contents of rows, and a look that reads them.
  func request(_ rows: WantedRows) {
    update { state in
      state.wanted.add(rows)
      return state.lifecycle.handle(.demanded)
    }
  }

  /// The rows whose contents were requested and not read yet.
  var wantedKeys: [RowKey] { state.withLock { $0.wanted.keys } }

  /// Returns what was requested, for a look that reads it.
  func takeWanted() -> WantedRows {
    state.withLock { state in
      defer { state.wanted = WantedRows() }
      return state.wanted
    }
  }

  /// Requests the contents of rows again that a look failed to read.
  ///
  /// Who wanted a list to begin elsewhere is told of the failure.
  func putBack(_ rows: WantedRows) {
    state.withLock { state in
      let later = state.wanted
      (state.wanted.keys, state.wanted.ranges) = (rows.keys, rows.ranges)
      state.wanted.add(WantedRows(keys: later.keys, ranges: later.ranges))
    }
  }

  /// Records the day of whose sections the look that has begun makes the list.
  func turn(to day: RelativeToday?) {
    update { state in
      state.day = day
      return state.lifecycle.handle(.dayNoticed)
    }
  }

  /// Sends the life cycle the end of a day, unless a look noticed it before.
  func endDay(before today: RelativeToday) {
    update { $0.day == today ? [] : $0.lifecycle.handle(.dayEnded) }
  }

  /// Waits until there is something to do, on the waiter's executor, and returns it.
  ///
  /// A cancelled task has nothing left to do but to end.
  func step(on executor: (any TaskExecutor)?) async -> Step {
    while !Task.isCancelled {
      if let step = state.withLock({ $0.takeStep() }) { return step }
      await wait(on: executor)
    }
    return .end
  }

  private func wait(on executor: (any TaskExecutor)?) async {
    await withTaskCancellationHandler {
      // A wait resumes on the executor that its task prefers, which would otherwise be a thread of the pool.
      await withTaskExecutorPreference(executor) {
        await withCheckedContinuation { continuation in
          let isReady = state.withLock { state in
            guard !state.lifecycle.isReady && !Task.isCancelled else { return true }
            state.waiter = continuation
            return false
          }
          if isReady { continuation.resume() }
        }
      }
    } onCancel: {
      update { _ in [] }
    }
  }

  @discardableResult private func update(
    _ change: (inout State) -> [PipelineLifecycle.Effect]
  ) -> [PipelineLifecycle.Effect] {
    let begun = looks?.begun ?? 0
    let (effects, waiter) = state.withLock { state in
      state.cause = max(state.cause, begun)
      return (change(&state), state.takeWaiter())
    }
    waiter?.resume()
    return effects
  }
}
