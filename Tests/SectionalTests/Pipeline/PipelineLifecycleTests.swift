import Testing

@testable import Sectional

/// Every sequence of up to eight events, in every order, also late and repeated ones.
@Suite struct PipelineLifecycleTests {
  private typealias Event = PipelineLifecycle.Event
  private typealias Effect = PipelineLifecycle.Effect

  /// An event, or `nil` for the owner's question what to do.
  private typealias Move = Event?

  /// A life cycle, and what must hold of it.
  fileprivate struct Case: Hashable {
    var lifecycle: PipelineLifecycle
    var duties: Duties
  }

  @Test(arguments: [false, true], [false, true])
  func `no sequence of eight events loses a ring, or begins what must not be begun`(
    rests: Bool, hasCache: Bool
  ) {
    var reached: Set = [
      Case(
        lifecycle: PipelineLifecycle(rests: rests, hasCache: hasCache),
        duties: Duties(rests: rests, hasCache: hasCache))
    ]
    var newest = reached
    for _ in 0..<8 {
      var next: Set<Case> = []
      for start in newest {
        for move in Event.allCases.map(Optional.some) + [nil] {
          var end = start
          let problem = end.make(move)
          #expect(problem == nil, "\(String(describing: move)) after \(start)")
          guard problem == nil else { return }
          if reached.insert(end).inserted { next.insert(end) }
        }
      }
      newest = next
    }
    #expect(reached.count > 500)
  }

  @Test func `a paused list looks once after everything that rang`() {
    var lifecycle = PipelineLifecycle()
    for event in [Event.paused, .rang, .rang] { _ = lifecycle.handle(event) }
    #expect(lifecycle.next() == nil)
    _ = lifecycle.handle(.resumed)
    #expect(lifecycle.next() == .look)
    _ = lifecycle.handle(.delivered)
    #expect(lifecycle.next() == nil)
  }

  @Test func `a list that rests looks once more at the end`() {
    var lifecycle = PipelineLifecycle(rests: true)
    _ = lifecycle.handle(.rang)
    #expect(lifecycle.next() == .look)
    #expect(lifecycle.handle(.delivered) == [.rest])
    for _ in 0..<3 { _ = lifecycle.handle(.rang) }
    #expect(lifecycle.next() == nil)
    _ = lifecycle.handle(.rested)
    #expect(lifecycle.next() == .look)
  }
}

/// What a list owes its owner, kept apart from the life cycle.
private struct Duties: Hashable {
  let rests: Bool
  let hasCache: Bool
  /// Whether something rang after the last look began.
  var isOwed = false
  var isDemanded = false
  /// Whether a day ended after the last look or turn began.
  var isTurnOwed = false
  /// Whether the look that began is to turn, too.
  var isTurning = false
  var isReportOwed = false
  var isLooking = false
  var isPaused = false
  var isResting = false
  var isKeeping = false
  var isOver = false
  var mayFinish = true
  var failures = 0

  /// What the owner must be told now.
  var step: PipelineLifecycle.Step? {
    if isOver { return .end }
    if isReportOwed { return .report }
    let isHeldBack = (isPaused || isResting) && !isDemanded
    guard !isLooking else { return nil }
    if (isOwed || isDemanded) && !isHeldBack { return .look }
    return isTurnOwed && !isPaused && !isResting ? .turn : nil
  }

  /// Notes an event, and returns what must be started.
  mutating func note(_ event: PipelineLifecycle.Event) -> [PipelineLifecycle.Effect] {
    let wasOver = isOver
    switch event {
    case .rang, .outlined: isOwed = true
    case .demanded: isDemanded = true
    case .dayEnded: isTurnOwed = true
    case .dayNoticed: isTurning = isTurning || isLooking
    case .sourceFailed: isReportOwed = true
    case .gaveUp:
      isTurnOwed = isTurnOwed || isTurning
      (isLooking, isTurning, isOwed) = (false, false, true)
    case .paused: isPaused = true
    case .resumed: (isPaused, isOwed) = (false, true)
    case .rested: isResting = false
    case .confirmed: (isLooking, isTurning, failures) = (false, false, 0)
    case .delivered:
      failures = 0
      fallthrough
    case .turned:
      (isLooking, isTurning) = (false, false)
      guard rests, !wasOver else { return [] }
      isResting = true
      return [.rest]
    case .failed:
      isTurnOwed = isTurnOwed || isTurning
      (isLooking, isTurning) = (false, false)
      guard !wasOver else { return [] }
      failures += 1
      return [.retry(failures: failures)]
    case .cacheFellBehind:
      guard hasCache, !isKeeping, !wasOver else { return [] }
      isKeeping = true
      return [.keepCache]
    case .cacheSettled: isKeeping = false
    case .closed: isOver = true
    case .abandoned: (isOver, mayFinish) = (true, false)
    case .ended:
      defer { (isOver, mayFinish) = (true, false) }
      return hasCache && mayFinish ? [.finishCache] : []
    }
    return []
  }

  /// Notes that the owner was told what to do.
  mutating func tell() {
    switch step {
    case .look:
      isTurning = isTurnOwed
      (isOwed, isDemanded, isTurnOwed, isLooking) = (false, false, false, true)
    case .turn: (isTurnOwed, isLooking) = (false, true)
    case .report: isReportOwed = false
    case .end, nil: break
    }
  }
}

extension PipelineLifecycleTests.Case {
  /// Makes a move, and returns what is wrong with its outcome.
  mutating func make(_ move: PipelineLifecycle.Event?) -> String? {
    guard let move else {
      let (isReady, step, duty) = (lifecycle.isReady, lifecycle.next(), duties.step)
      duties.tell()
      return step == duty && isReady == (step != nil) ? nil : "it must \(String(describing: duty))"
    }
    let (effects, duty) = (lifecycle.handle(move), duties.note(move))
    return effects == duty ? nil : "\(effects) must be \(duty)"
  }
}
