import Testing

@testable import Sectional

/// Every sequence of moves of two lists at two places, and of the looks that serve them, up to a length.
@Suite struct WaitingListsTests {
  @Test(arguments: [1, 2])
  func `each list that waits is told once what a look saw that began in time`(mostPlaces: Int) {
    var reached: Set = [Office(mostPlaces: mostPlaces)]
    var newest = reached
    for _ in 0..<14 {
      var next: Set<Office> = []
      for start in newest {
        for move in Office.Move.all where start.allows(move) {
          var end = start
          end.make(move)
          #expect(end.problem == nil, "\(end.problem ?? "") after \(move) at \(start)")
          guard end.problem == nil else { return }
          if reached.insert(end).inserted { next.insert(end) }
        }
      }
      newest = next
    }
    #expect(reached.count > 5000)
  }

  @Test func `a list whose task is cancelled isn't added`() {
    var lists = WaitingLists<Int, Office.Look, Int>()
    let list = WaitingList(number: lists.nextNumber(), place: 0, cause: 0, caller: 0)
    guard case .refused = lists.add(list, isCancelled: true) else {
      Issue.record("it was added")
      return
    }
    #expect(lists.waiting.isEmpty)
  }
}

/// Lists that want looks, and whoever looks for them, as the group does it.
private struct Office: Hashable {
  /// What a look found for a list at a place.
  struct Look: Hashable {
    let number: Int
    let place: Int
  }

  enum Move: Hashable {
    /// Something happens that a list is to see, and later the list asks for it.
    case happen(list: Int)
    case want(list: Int, place: Int)
    case giveUp(list: Int)
    /// A look gets its number before its transaction begins.
    case count, begin
    case succeed(remembers: Bool)
    case fail
    /// Whoever looks asks whether to look again.
    case askOn

    static let all: [Move] =
      [0, 1].flatMap { list in
        [
          happen(list: list), want(list: list, place: 0), want(list: list, place: 1),
          giveUp(list: list),
        ]
      } + [count, begin, succeed(remembers: false), succeed(remembers: true), fail, askOn]
  }

  /// Something that happened: how many looks had numbers then, and how many transactions had begun.
  struct Happening: Hashable {
    let counted: Int
    let begun: Int
  }

  /// What a list waits for.
  struct Wish: Hashable {
    let number: Int
    let place: Int
    let happening: Happening
  }

  /// What whoever looks does next; `nil` if nobody looks.
  enum Stage { case counting, beginning, looking, asking }

  let mostPlaces: Int
  private var lists = WaitingLists<Int, Look, Int>()
  private var happenings: [Int: Happening] = [:]
  private var wishes: [Int: Wish] = [:]
  private var stage: Stage?
  private var counted = 0
  private var begun = 0
  /// The places from which the look under way was asked, and the lists that it serves.
  private var places: [Int] = []
  private var served: Set<Int> = []
  /// What is wrong.
  private(set) var problem: String?

  init(mostPlaces: Int) { self.mostPlaces = mostPlaces }

  func allows(_ move: Move) -> Bool {
    switch move {
    case .happen(let list): happenings[list] == nil && wishes[list] == nil
    case .want(let list, _): happenings[list] != nil
    case .giveUp(let list): wishes[list] != nil
    case .count: stage == .counting
    case .begin: stage == .beginning
    case .succeed, .fail: stage == .looking
    case .askOn: stage == .asking
    }
  }

  mutating func make(_ move: Move) {
    switch move {
    case .happen(let list): happenings[list] = Happening(counted: counted, begun: begun)
    case .want(let list, let place): want(list, at: place)
    case .giveUp(let list):
      served.remove(list)
      let caller = wishes.removeValue(forKey: list).flatMap { lists.giveUp($0.number) }
      if caller != list { problem = "list \(list) wasn't found" }
    case .count: (counted, stage) = (counted + 1, .beginning)
    case .begin: begin()
    case .succeed(let remembers):
      end(.success(places.map { Look(number: begun, place: $0) }), remembers: remembers)
    case .fail: end(.failure(LookFailure()), remembers: true)
    case .askOn:
      stage = lists.goesOn() ? .counting : nil
      if stage == nil, !wishes.isEmpty { problem = "lists wait and nobody looks" }
    }
  }

  private mutating func want(_ list: Int, at place: Int) {
    guard let happening = happenings.removeValue(forKey: list) else { return }
    let wish = Wish(number: lists.nextNumber(), place: place, happening: happening)
    wishes[list] = wish
    let waiting = WaitingList(
      number: wish.number, place: place, cause: happening.counted, caller: list)
    switch lists.add(waiting, isCancelled: false) {
    case .refused: problem = "list \(list) was refused"
    case .found(let look): tell(list, .success(look))
    case .served: if stage == nil { problem = "list \(list) waits and nobody looks" }
    case .idle:
      if stage != nil { problem = "two look at once" }
      stage = .counting
    }
  }

  private mutating func begin() {
    begun += 1
    places = lists.begin(counted, atMost: mostPlaces) { $0 }
    served = Set(wishes.filter { places.contains($0.value.place) }.keys)
    stage = .looking
    if places.count > mostPlaces { problem = "too many places" }
    if Set(places).count < places.count { problem = "a place was asked from twice" }
    if places.isEmpty != wishes.isEmpty { problem = "the look serves nobody" }
  }

  private mutating func end(_ result: Result<[Look], any Error>, remembers: Bool) {
    stage = .asking
    for (list, result) in lists.end(result, remembers: remembers) { tell(list, result) }
    if !served.isEmpty { problem = "a list wasn't told" }
  }

  private mutating func tell(_ list: Int, _ result: Result<Look, any Error>) {
    served.remove(list)
    guard let wish = wishes.removeValue(forKey: list) else {
      problem = "list \(list) was told and doesn't wait"
      return
    }
    guard case .success(let look) = result else { return }
    if look.place != wish.place { problem = "list \(list) was told what is new at another place" }
    if look.number <= wish.happening.begun {
      problem = "list \(list) was told what an earlier look saw"
    }
  }
}

private struct LookFailure: Error {}
