/// A list that any number of owners show.
///
/// Its own task looks at the store while a subscriber waits for changes. Each subscriber decides what it shows and when it is told
/// (``ListSubscription``). The list ends when the last subscriber leaves.
final class SharedList: Shareable {
  let key: SharedListKey
  let pipeline: any ErasedPipeline
  /// Compares the states that subscribers come from.
  let comparison = StateComparison()
  let executor: (any TaskExecutor)?
  // State: guarded by its lock. Tasks are resumed, and inboxes and the pipeline are told, after the lock is released.
  let state = Locked(State())

  /// Creates a list that is read when its first subscriber opens it.
  ///
  /// - Parameters:
  ///   - key: What the list is.
  ///   - pipeline: A new pipeline for its request.
  ///   - executor: Where its task runs.
  init(
    _ key: SharedListKey, _ pipeline: any ErasedPipeline, executor: (any TaskExecutor)?
  ) {
    (self.key, self.pipeline, self.executor) = (key, pipeline, executor)
  }

  /// Whether others can subscribe.
  var canBeJoined: Bool { !state.withLock { $0.course.isOver } }

  /// Whether an owner has had the list read anew, which those that come later show.
  var isReplaced: Bool { state.withLock { $0.isReplaced } }

  /// Records that an owner has the list read anew.
  func noteReplacement() { state.withLock { $0.isReplaced = true } }

  /// Adds a subscriber.
  func join(_ inbox: PipelineInbox) -> Int {
    let number = state.withLock { state in
      let number = state.audience.join()
      state.inboxes[number] = inbox
      return number
    }
    settlePause()
    return number
  }

  /// Removes a subscriber.
  func leave(_ number: Int) {
    let inbox = update { state in
      state.audience.leave(number)
      return state.inboxes.removeValue(forKey: number)
    }
    withExtendedLifetime(inbox) { settlePause() }
  }

  /// Records that a subscriber waits, or no longer does.
  func wait(_ number: Int, _ waits: Bool) { update { $0.audience.wait(number, waits) } }

  /// Records that a subscriber rests after a change, or no longer does.
  func rest(_ number: Int, _ rests: Bool) { update { $0.audience.rest(number, rests) } }

  /// Records that a subscriber wants no changes, or wants them again: then the list is read once more for it.
  func pause(_ number: Int, _ pauses: Bool) {
    update { $0.audience.pause(number, pauses) }
    settlePause()
    if !pauses { pipeline.load(WantedRows()) }
  }

  /// Pauses the pipeline if all subscribers are paused; one thread does so at a time, because the last call counts.
  private func settlePause() {
    while let pauses = state.withLock({ $0.beginSettlingPause() }) {
      pipeline.pause(pauses)
      state.withLock { $0.endSettlingPause() }
    }
  }

  /// What was delivered last.
  var newest: ToldDelivery? { state.withLock { $0.told.newest } }

  /// Returns what was delivered last, how it differs from an earlier state if that is known, and the tags of what happened since.
  func news(since state: Int) -> (ToldDelivery, RowListDiff?, CommonTag)? {
    self.state.withLock { list in
      list.told.newest.map { ($0, list.told.changes(since: state), list.told.tags(since: state)) }
    }
  }

  @discardableResult func update<Output>(_ change: (inout State) -> Output) -> Output {
    let (output, sleeper) = state.withLock { state in (change(&state), state.wake()) }
    sleeper?.resume()
    return output
  }
}
