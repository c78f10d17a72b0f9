extension SharedList {
  /// Its subscribers, what they were told, and how far it has come.
  struct State {
    var audience = Audience()
    var inboxes: [Int: PipelineInbox] = [:]
    var told = ToldDeliveries()
    var course = Course.created
    var isReplaced = false
    /// The last read that failed.
    var failure: PipelineInbox.Failure?
    /// Looks at the store.
    var task: Task<Void, Never>?
    /// Resumes the task when a subscriber waits.
    var sleeper: CheckedContinuation<Void, Never>?
    /// Whether the pipeline was last paused.
    private var isPaused = false
    /// Whether a thread is pausing it, or the opposite.
    private var isSettlingPause = false
  }

  /// How far the list has come.
  enum Course: Sendable {
    case created
    case opening
    case open
    case failed(StoreError)
    case ended

    /// Whether the list looks no more.
    var isOver: Bool {
      switch self {
      case .failed, .ended: true
      case .created, .opening, .open: false
      }
    }
  }
}

extension SharedList.State {
  /// Returns the task's continuation if it has something to do.
  mutating func wake() -> CheckedContinuation<Void, Never>? {
    guard audience.isWanting || course.isOver else { return nil }
    defer { sleeper = nil }
    return sleeper
  }

  /// Returns whether the pipeline is to be paused, or `nil` if nothing is to be done or another thread does it.
  mutating func beginSettlingPause() -> Bool? {
    // Nobody is left for whom it could go on.
    guard !isSettlingPause, !inboxes.isEmpty, audience.isPaused != isPaused else { return nil }
    (isSettlingPause, isPaused) = (true, audience.isPaused)
    return isPaused
  }

  mutating func endSettlingPause() { isSettlingPause = false }

  /// Returns the subscribers after a read, with their inboxes.
  mutating func listeners(
    _ step: Int?, hasSucceeded: Bool, isNews: Bool = true
  ) -> [(inbox: PipelineInbox, listener: Audience.Listener)] {
    audience.tell(step, hasSucceeded: hasSucceeded, isNews: isNews).compactMap { listener in
      inboxes[listener.number].map { ($0, listener) }
    }
  }
}
