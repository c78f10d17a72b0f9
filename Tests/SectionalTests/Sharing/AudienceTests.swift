import Testing

@testable import Sectional

/// Every sequence of moves of a shared list and two subscribers, up to a depth.
@Suite struct AudienceTests {
  @Test(arguments: [false, true])
  func `no order of moves leaves a subscriber behind, or reads the store for nobody`(rests: Bool) {
    var reached: Set = [SharedListModel(rests: rests)]
    var newest = reached
    for _ in 0..<7 {
      var next: Set<SharedListModel> = []
      for start in newest {
        for move in SharedListModel.Move.all {
          var end = start
          guard end.make(move), reached.insert(end).inserted else { continue }
          next.insert(end)
          let problem = end.problem
          #expect(problem == nil, "after \(move): \(end)")
          guard problem == nil else { return }
        }
      }
      newest = next
    }
    #expect(reached.count > 5000)
  }

  @Test func `who leaves wants nothing any longer`() {
    var audience = Audience()
    let (first, second) = (audience.join(), audience.join())
    audience.wait(first, true)
    audience.pause(second, true)
    #expect(audience.isWanting && !audience.isPaused)
    audience.leave(first)
    #expect(!audience.isWanting && audience.isPaused)
    audience.leave(second)
    #expect(!audience.isWanting && !audience.isPaused)
  }
}

/// A store, a shared list that looks at it, and two subscribers, each in turns that can interleave in any order.
private struct SharedListModel: Hashable {
  enum Move: Hashable {
    case commit
    /// The list's task goes to wait for the store, begins to read it, and tells what it has read or that it has failed.
    case ask
    case begin
    case tell
    case fail
    case wait(Int)
    case wake(Int)
    case pause(Int)
    case resume(Int)
    case rested(Int)
    /// The list's task is asked for another read, and is told who waits for that.
    case demand(Int)
    case register(Int)
    case leave(Int)

    static let all =
      [commit, ask, begin, tell, fail]
      + [0, 1].flatMap {
        [
          wait($0), wake($0), pause($0), resume($0), rested($0), demand($0), register($0),
          leave($0),
        ]
      }
  }

  private struct Subscriber: Hashable {
    let number: Int
    var lifecycle: PipelineLifecycle
    var shown = 0
    var isWaiting = false
    var isPaused = false
    var isResting = false
    var hasLeft = false
    /// The read that it must be told of, and whether the list knows that.
    var owed: Int?
    var isRegistered = false
    /// The read of whose failure it is to be told.
    var failed = 0
  }

  private let rests: Bool
  private var audience = Audience()
  private var subscribers: [Subscriber] = []
  private var committed = 0
  private var newest = 0
  private var newestStep = 0
  private var steps = 0
  private var hasRung = false
  private var isDemanded = false
  private var isAsking = false
  private var hasFailed = false
  /// The state that the read under way sees.
  private var reading: Int?
  /// Whether the store was read although nobody waited for it.
  private var readsForNobody = false

  init(rests: Bool) {
    self.rests = rests
    for _ in 0..<2 {
      subscribers.append(
        Subscriber(number: audience.join(), lifecycle: PipelineLifecycle(rests: rests)))
    }
  }

  /// Makes a move, and returns whether it can be made.
  mutating func make(_ move: Move) -> Bool {
    switch move {
    case .commit:
      committed += 1
      hasRung = true
      return committed < 4
    case .ask:
      guard !isAsking, audience.isWanting else { return false }
      isAsking = true
    case .begin:
      guard isAsking, reading == nil, isDemanded || (hasRung && !audience.isPaused) else {
        return false
      }
      begin()
    case .tell, .fail:
      guard let state = reading else { return false }
      tell(move == .fail ? nil : state)
    case .wait(let index): return wait(index)
    case .wake(let index): return wake(index)
    case .pause(let index):
      guard isHere(index), !subscribers[index].isPaused else { return false }
      subscribers[index].isPaused = true
      audience.pause(subscribers[index].number, true)
      _ = subscribers[index].lifecycle.handle(.paused)
    case .resume(let index):
      guard isHere(index), subscribers[index].isPaused else { return false }
      subscribers[index].isPaused = false
      audience.pause(subscribers[index].number, false)
      isDemanded = true
    case .rested(let index):
      guard isHere(index), subscribers[index].isResting else { return false }
      subscribers[index].isResting = false
      audience.rest(subscribers[index].number, false)
      _ = subscribers[index].lifecycle.handle(.rested)
    case .demand(let index):
      guard isHere(index), subscribers[index].owed == nil else { return false }
      (subscribers[index].owed, subscribers[index].isRegistered) = (steps + 1, false)
      audience.ask(subscribers[index].number)
      isDemanded = true
    case .register(let index):
      guard isHere(index), let step = subscribers[index].owed, !subscribers[index].isRegistered
      else { return false }
      register(index, step)
    case .leave(let index):
      guard isHere(index) else { return false }
      subscribers[index].hasLeft = true
      subscribers[index].isWaiting = false
      audience.leave(subscribers[index].number)
    }
    return true
  }

  private func isHere(_ index: Int) -> Bool { !subscribers[index].hasLeft }

  private mutating func begin() {
    let isWanted = subscribers.contains { !$0.hasLeft && (!$0.isPaused || $0.owed != nil) }
    // A list without subscribers has ended.
    if !isWanted, !isDemanded, subscribers.contains(where: { !$0.hasLeft }) {
      readsForNobody = true
    }
    steps += 1
    (hasRung, isDemanded, reading) = (false, false, committed)
  }

  private mutating func tell(_ state: Int?) {
    (isAsking, reading) = (false, nil)
    // A list that fails is rung again.
    if state == nil { hasRung = true }
    let isNews = state != newest || hasFailed
    hasFailed = state == nil
    if let state { (newest, newestStep) = (state, steps) }
    for listener in audience.tell(steps, hasSucceeded: state != nil, isNews: isNews) {
      for index in subscribers.indices where subscribers[index].number == listener.number {
        tell(index, listener, fails: state == nil)
      }
    }
  }

  private mutating func tell(_ index: Int, _ listener: Audience.Listener, fails: Bool) {
    guard fails else {
      if listener.isResumed { _ = subscribers[index].lifecycle.handle(.resumed) }
      _ = subscribers[index].lifecycle.handle(listener.isAnswered ? .demanded : .rang)
      return
    }
    guard listener.isAnswered || !listener.isHeld else { return }
    fail(index)
  }

  private mutating func fail(_ index: Int) {
    _ = subscribers[index].lifecycle.handle(.sourceFailed)
    subscribers[index].failed = steps
  }

  private mutating func register(_ index: Int, _ step: Int) {
    subscribers[index].isRegistered = true
    switch audience.demand(step, by: subscribers[index].number) {
    case .waits: break
    case .isMet: _ = subscribers[index].lifecycle.handle(.demanded)
    case .hasFailed: fail(index)
    }
  }

  private mutating func wait(_ index: Int) -> Bool {
    guard isHere(index), !subscribers[index].isWaiting else { return false }
    subscribers[index].isWaiting = true
    audience.wait(subscribers[index].number, true)
    return true
  }

  private mutating func wake(_ index: Int) -> Bool {
    guard subscribers[index].isWaiting, let step = subscribers[index].lifecycle.next() else {
      return false
    }
    subscribers[index].isWaiting = false
    audience.wait(subscribers[index].number, false)
    guard step == .look else {
      if let owed = subscribers[index].owed, subscribers[index].failed >= owed {
        subscribers[index].owed = nil
      }
      return true
    }
    let isNew = subscribers[index].shown != newest
    subscribers[index].shown = newest
    if let owed = subscribers[index].owed, newestStep >= owed { subscribers[index].owed = nil }
    if subscribers[index].lifecycle.handle(isNew ? .delivered : .confirmed) == [.rest] {
      subscribers[index].isResting = true
      audience.rest(subscribers[index].number, true)
    }
    return true
  }

  /// What is wrong once nothing more can happen by itself; `nil` if nothing is.
  var problem: String? {
    if readsForNobody { return "the store was read although nobody waited for it" }
    var end = self
    var rounds = 0
    while end.settleOnce() {
      rounds += 1
      if rounds > 50 { return "it never comes to rest" }
    }
    for subscriber in end.subscribers where !subscriber.hasLeft {
      if !subscriber.isPaused, subscriber.shown != end.committed {
        return "a subscriber shows \(subscriber.shown) of \(end.committed)"
      }
      if subscriber.owed != nil { return "a subscriber waits for an answer" }
    }
    return nil
  }

  /// Makes one of the moves that come by themselves, and returns whether there was one.
  private mutating func settleOnce() -> Bool {
    let moves: [Move] =
      [.register(0), .register(1), .wake(0), .wake(1), .rested(0), .rested(1), .tell, .begin, .ask]
      + [0, 1].filter { !subscribers[$0].isWaiting }.map { .wait($0) }
    return moves.contains { make($0) }
  }
}
