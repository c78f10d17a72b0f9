/// When a list looks at its store, reports a failure, retries, pauses, keeps its section cache and ends.
///
/// A state machine without a store, a clock or a thread: events go in, and what to do comes out. Events may arrive late
/// or repeatedly.
struct PipelineLifecycle: Hashable, Sendable {
  /// Something that happened.
  enum Event: Hashable, CaseIterable, Sendable {
    /// The doorbell rang.
    case rang
    /// The owner wants everything that is committed so far, even if the list is paused.
    case demanded
    /// The day ended that the sections follow.
    case dayEnded
    /// The look that has begun noticed by itself that the day ended.
    case dayNoticed
    /// The change source failed.
    case sourceFailed
    /// The section cache supplied the sections, and the contents of the rows are still to be read.
    case outlined
    /// A look found changes, or the first contents.
    case delivered
    /// A look found no change.
    case confirmed
    /// The rows are in the sections of the new day.
    case turned
    /// A look failed.
    case failed
    /// A look was given up because its task was cancelled.
    case gaveUp
    /// The time to rest after a delivery is over.
    case rested
    /// The owner wants no deliveries.
    case paused
    /// The owner wants deliveries again.
    case resumed
    /// The section cache no longer holds what the list holds.
    case cacheFellBehind
    /// The section cache was written, or can't be.
    case cacheSettled
    /// The owner needs no more deliveries.
    case closed
    /// The section cache belongs to another list from now on.
    case abandoned
    /// The list is to end, with its section cache up to date.
    case ended
  }

  /// What the list does next, in its owner's task.
  enum Step: Hashable, Sendable {
    /// Look at the store.
    case look
    /// Put the rows into the sections of the new day, without a look at the store.
    case turn
    /// Report the failure of the change source.
    case report
    /// End.
    case end
  }

  /// What is to be started besides.
  enum Effect: Hashable, Sendable {
    /// Ring later, after a number of consecutive failures.
    case retry(failures: Int)
    /// Wait until the next delivery may come.
    case rest
    /// Write the section cache when it is time.
    case keepCache
    /// Write the section cache now, for the last time.
    case finishCache
  }

  /// Whether deliveries keep a distance from each other.
  private let rests: Bool
  /// Whether there is a section cache that is written.
  private let hasCache: Bool
  /// Whether the list looks no more.
  private(set) var isClosed = false
  private var hasEnded = false
  /// Whether the section cache belongs to another list.
  private(set) var isAbandoned = false
  private var hasRung = false
  private var hasSourceFailed = false
  private var hasDayEnded = false
  /// Whether the look that has begun is to put the rows into the sections of the new day.
  private var isTurning = false
  private var isDemanded = false
  private var isLooking = false
  private var isResting = false
  private var isKeepingCache = false
  private(set) var isPaused = false
  private var failures = 0

  init(rests: Bool = false, hasCache: Bool = false) {
    self.rests = rests
    self.hasCache = hasCache
  }

  /// Whether there is something to do now.
  var isReady: Bool { isClosed || hasSourceFailed || isLookDue || isTurnDue }

  private var isLookDue: Bool {
    guard !isLooking else { return false }
    return isDemanded || (hasRung && !isPaused && !isResting)
  }

  private var isTurnDue: Bool { hasDayEnded && !isLooking && !isPaused && !isResting }

  /// Returns what to do now, which counts as begun, or `nil` if there is nothing to do.
  mutating func next() -> Step? {
    guard !isClosed else { return .end }
    if hasSourceFailed {
      hasSourceFailed = false
      return .report
    }
    guard isLookDue else {
      guard isTurnDue else { return nil }
      (hasDayEnded, isLooking) = (false, true)
      return .turn
    }
    // A look puts the rows into the sections of the new day, too.
    (isTurning, hasDayEnded) = (hasDayEnded, false)
    (hasRung, isDemanded, isLooking) = (false, false, true)
    return .look
  }

  /// Takes an event in, and returns what it starts.
  mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .rang, .outlined, .gaveUp, .resumed:
      if event == .gaveUp { endLook(hasSucceeded: false) }
      if event == .resumed { isPaused = false }
      hasRung = true
    case .demanded: isDemanded = true
    case .dayEnded: hasDayEnded = true
    case .dayNoticed: isTurning = isTurning || isLooking
    case .sourceFailed: hasSourceFailed = true
    case .paused: isPaused = true
    case .rested: isResting = false
    case .delivered, .confirmed: return handleLook(hasDelivered: event == .delivered)
    case .turned: return handleTurn()
    case .failed: return handleFailure()
    case .cacheFellBehind: return handleCacheFellBehind()
    case .cacheSettled: isKeepingCache = false
    case .closed: isClosed = true
    case .abandoned: (isClosed, isAbandoned) = (true, true)
    case .ended: return end()
    }
    return []
  }

  private mutating func handleTurn() -> [Effect] {
    endLook(hasSucceeded: true)
    return rest()
  }

  private mutating func handleLook(hasDelivered: Bool) -> [Effect] {
    failures = 0
    endLook(hasSucceeded: true)
    return hasDelivered ? rest() : []
  }

  /// A look that failed hasn't put the rows into the sections of the new day.
  private mutating func endLook(hasSucceeded: Bool) {
    if isTurning, !hasSucceeded { hasDayEnded = true }
    (isLooking, isTurning) = (false, false)
  }

  private mutating func rest() -> [Effect] {
    guard !isClosed, rests else { return [] }
    isResting = true
    return [.rest]
  }

  private mutating func handleFailure() -> [Effect] {
    endLook(hasSucceeded: false)
    guard !isClosed else { return [] }
    failures += 1
    return [.retry(failures: failures)]
  }

  private mutating func handleCacheFellBehind() -> [Effect] {
    guard !isClosed, hasCache, !isKeepingCache else { return [] }
    isKeepingCache = true
    return [.keepCache]
  }

  private mutating func end() -> [Effect] {
    isClosed = true
    guard hasCache, !isAbandoned, !hasEnded else { return [] }
    hasEnded = true
    return [.finishCache]
  }
}
