/// The subscribers of a shared list, and what each wants of it.
///
/// A state machine without a list, a clock or a thread. It tells whether anybody waits for news, and who is to be told.
struct Audience: Hashable, Sendable {
  private struct Member: Hashable, Sendable {
    var isWaiting = false
    var isPaused = false
    /// Whether it was paused, and takes part again with the next read.
    var isResuming = false
    var isResting = false
    /// Whether it is about to say which read it wants to hear of.
    var isAsking = false
    /// The read that it wants to hear of, even if it is paused.
    var demanded: Int?

    var isHeld: Bool { isPaused || isResting }
    /// Whether the store is to be read for it: it may not wait any longer, because it is about to learn of something else.
    var isWanting: Bool { asks || (isWaiting && !isHeld) }
    /// Whether it is told of the next read whatever that finds.
    var asks: Bool { isAsking || demanded != nil || isResuming }
  }

  /// Someone who is to be told.
  struct Listener: Hashable, Sendable {
    let number: Int
    /// Whether it asked for this.
    let isAnswered: Bool
    /// Whether it takes part again.
    let isResumed: Bool
    /// Whether it wants to know of nothing else.
    let isHeld: Bool
  }

  /// What happens to a demand.
  enum Demand: Hashable, Sendable {
    /// The subscriber is told when the list has been read.
    case waits
    /// The list has been read already.
    case isMet
    /// The read has failed already, and none has succeeded since.
    case hasFailed
  }

  private var members: [Int: Member] = [:]
  private var last = 0
  private var newestStep = 0
  private var failedStep = 0
  /// Those who are told of the next read whatever that finds.
  private var asking: Set<Int> = []
  private var wanting = 0
  private var paused = 0

  /// Whether a subscriber waits that is to be told of the next change.
  var isWanting: Bool { wanting > 0 }

  /// Whether no subscriber wants to be told of changes.
  var isPaused: Bool { paused > 0 && paused == members.count }

  /// Adds a subscriber, and returns its number.
  mutating func join() -> Int {
    last += 1
    members[last] = Member()
    return last
  }

  /// Removes a subscriber.
  mutating func leave(_ number: Int) {
    update(number) { $0 = Member() }
    members[number] = nil
  }

  /// Records that a subscriber waits, or no longer does.
  mutating func wait(_ number: Int, _ waits: Bool) { update(number) { $0.isWaiting = waits } }

  /// Returns whether a subscriber is paused.
  func isPaused(_ number: Int) -> Bool { members[number]?.isPaused ?? false }

  /// Records that a subscriber is paused, or takes part again with the next read.
  mutating func pause(_ number: Int, _ pauses: Bool) {
    update(number) { ($0.isPaused, $0.isResuming) = (pauses, !pauses) }
  }

  /// Records that a subscriber rests after a change, or no longer does.
  mutating func rest(_ number: Int, _ rests: Bool) { update(number) { $0.isResting = rests } }

  /// Records that a subscriber is about to demand a read, which may be over before its number is known.
  mutating func ask(_ number: Int) { update(number) { $0.isAsking = true } }

  /// Records which read a subscriber wants to hear of, unless it's over.
  mutating func demand(_ step: Int, by number: Int) -> Demand {
    update(number) { $0.isAsking = false }
    guard newestStep < step else { return .isMet }
    guard failedStep < step else { return .hasFailed }
    update(number) { $0.demanded = max($0.demanded ?? step, step) }
    return .waits
  }

  /// Records that the list was read, or couldn't be; who learns of it needs no other read until it waits again.
  ///
  /// - Parameters:
  ///   - step: The number of the read; `nil` if it is none that could be asked for.
  ///   - hasSucceeded: Whether there is something to take part in again.
  ///   - isNews: Whether owners see a difference; if not, the read is told only to those who asked for it, if anybody did.
  /// - Returns: The subscribers who are to be told.
  mutating func tell(_ step: Int?, hasSucceeded: Bool, isNews: Bool = true) -> [Listener] {
    if let step {
      if hasSucceeded { newestStep = step } else { failedStep = step }
    }
    let told = isNews || asking.isEmpty ? Array(members.keys) : Array(asking)
    return told.map { number in
      var listener: Listener?
      update(number) { member in
        let isAnswered = member.demanded.map { demanded in step.map { $0 >= demanded } ?? false }
        listener = Listener(
          number: number, isAnswered: isAnswered ?? false,
          isResumed: hasSucceeded && member.isResuming, isHeld: member.isHeld)
        if isAnswered == true { member.demanded = nil }
        if hasSucceeded { member.isResuming = false }
        if isAnswered == true || !member.isHeld { member.isWaiting = false }
      }
      return listener
    }.compactMap(\.self)
  }

  private mutating func update(_ number: Int, _ change: (inout Member) -> Void) {
    guard var member = members[number] else { return }
    count(member, -1)
    change(&member)
    count(member, 1)
    members[number] = member
    if member.asks { asking.insert(number) } else { asking.remove(number) }
  }

  private mutating func count(_ member: Member, _ one: Int) {
    if member.isWanting { wanting += one }
    if member.isPaused { paused += one }
  }
}
