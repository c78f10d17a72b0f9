/// The fetches of a list: the one whose pipeline it follows, and the newest one, which takes over once it has succeeded.
///
/// It only records them: the controller cancels tasks and resumes callers, which may run any code.
struct ListFetches {
  /// The pipeline that is followed.
  private(set) var pipeline: (any ErasedPipeline)?
  /// The number of the fetch that is followed.
  private(set) var followed = 0
  /// Whether the pipeline is paused until another one takes over, because it changes what is compared.
  var isFollowedHeld = false
  /// The number of the newest fetch.
  private(set) var newest = 0
  /// The pipeline of the list that was stopped last, which may still be writing its section cache.
  private(set) var ending: (any ErasedPipeline)?
  /// The read of a fetch that hasn't returned yet.
  var opening: Task<ResultsDelivery, any Error>?
  /// Receives the events of the pipeline that is followed.
  var pump: Task<Void, Never>?
  /// Those who wait for steps of the pipeline that is followed.
  var steps = StepWaiters()
  /// The status that a fetch which fails returns to.
  var settledStatus = ResultsStatus.idle

  /// Begins a fetch.
  ///
  /// - Returns: Its number.
  mutating func begin() -> Int {
    newest += 1
    return newest
  }

  /// Follows the pipeline of a fetch that succeeded.
  ///
  /// - Returns: The callers that waited for steps of the pipeline before, to be resumed.
  mutating func follow(_ pipeline: any ErasedPipeline, of fetch: Int) -> [StepWaiters.Caller] {
    (self.pipeline, followed, ending, isFollowedHeld) = (pipeline, fetch, nil, false)
    return steps.restart()
  }

  /// Follows no pipeline, and no fetch that has begun.
  ///
  /// - Parameter hasCache: Whether the pipeline brings a section cache up to date before it ends.
  /// - Returns: The callers that waited for steps of the pipeline, to be resumed.
  mutating func stop(hasCache: Bool) -> [StepWaiters.Caller] {
    // A stop takes a number, too.
    followed = begin()
    if let pipeline, hasCache { ending = pipeline }
    (pipeline, pump) = (nil, nil)
    return steps.restart()
  }

  /// Forgets the pipeline that was ending.
  mutating func forgetEnding() { ending = nil }
}

/// A fetch that succeeded, whose pipeline has more to deliver.
struct ResultsFetch: Sendable {
  let pipeline: any ErasedPipeline
  let number: Int
  /// Whether the contents of the rows are already loaded.
  let isLoaded: Bool
}
