/// The tasks of a pipeline that run or wait besides its owner's; they are cancelled when the pipeline is released.
struct PipelineTasks: Sendable {
  /// Runs the change source.
  var listening: Task<Void, Never>? { willSet { listening?.cancel() } }
  /// What the change source is asked to signal.
  var listened = ListeningState()
  /// Waits until a store that failed is to be read again.
  var retry: Task<Void, Never>? { willSet { retry?.cancel() } }
  /// Waits for the end of the day that the sections follow.
  var day: Task<Void, Never>? { willSet { day?.cancel() } }
  /// Waits until the next delivery may come.
  var rest: Task<Void, Never>? { willSet { rest?.cancel() } }
  /// Waits until all rows of a list with a window are to be counted again.
  var recount: Task<Void, Never>? { willSet { recount?.cancel() } }
  /// Waits until it is time to write the section cache.
  var cache: Task<Void, Never>?
  /// Brings the section cache up to date when the list ends; it isn't cancelled.
  var ending: Task<Void, Never>?

  func cancel() {
    for task in [listening, retry, day, rest, recount, cache] { task?.cancel() }
  }
}

extension ResultsPipeline {
  /// Starts what an event requires.
  func perform(_ effects: [PipelineLifecycle.Effect]) {
    for effect in effects {
      switch effect {
      case .retry(let failures):
        tasks.retry = send(.rang, after: options.retries.delay(afterFailures: failures))
      case .rest: tasks.rest = send(.rested, after: options.minimumInterval)
      case .keepCache: keepCache()
      case .finishCache: tasks.ending = Task { await finishCache() }
      }
    }
  }

  /// Sends the life cycle an event after a delay, unless the task is cancelled.
  func send(
    _ event: PipelineLifecycle.Event, after delay: Duration
  ) -> Task<Void, Never> {
    Task { [inbox] in
      guard (try? await Task.sleep(for: delay)) != nil else { return }
      inbox.send(event)
    }
  }
}
