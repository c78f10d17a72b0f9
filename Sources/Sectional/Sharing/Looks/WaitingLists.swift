/// A list that waits for a look.
struct WaitingList<Place: Equatable & Sendable, Caller: Sendable>: Sendable {
  let number: Int
  /// Where the list is.
  let place: Place
  /// The look that began last before what the list is to see happened: a later one sees it.
  let cause: Int
  /// Whom to tell what was found.
  let caller: Caller
}

/// The lists of a group that wait, those that the look under way serves, and what the last look found.
struct WaitingLists<Place: Equatable & Sendable, Look: Sendable, Caller: Sendable>: Sendable {
  typealias List = WaitingList<Place, Caller>

  /// What happens to a list that wants a look.
  enum Admission {
    /// Its task is cancelled.
    case refused
    /// A look that began in time has found this for a list at the same place.
    case found(Look)
    /// A look under way takes it over, or is followed by one that does.
    case served
    /// Nobody looks, so it has to start.
    case idle
  }

  private(set) var waiting: [List] = []
  private var served: [List] = []
  private var isLooking = false
  private var last = 0
  /// The number of the newest look.
  private var look = 0
  /// The places from which it was asked, and what it found for a list at each.
  private var places: [Place] = []
  private var found: [Look] = []

  /// Returns a number for a list.
  mutating func nextNumber() -> Int {
    last += 1
    return last
  }

  /// Adds a list, unless its task is cancelled: if that happens later, ``giveUp(_:)`` finds the list.
  mutating func add(_ list: List, isCancelled: Bool) -> Admission {
    guard !isCancelled else { return .refused }
    if let found = found(for: list) { return .found(found) }
    waiting.append(list)
    defer { isLooking = true }
    return isLooking ? .served : .idle
  }

  /// Removes a list, and returns its caller; `nil` if it doesn't wait.
  mutating func giveUp(_ number: Int) -> Caller? {
    if let index = waiting.firstIndex(where: { $0.number == number }) {
      return waiting.remove(at: index).caller
    }
    return served.firstIndex { $0.number == number }.map { served.remove(at: $0).caller }
  }

  /// Begins a look, which serves the lists that wait; if they are at many places, those at the first of these.
  ///
  /// - Parameters:
  ///   - look: The number of the look.
  ///   - most: The most places.
  ///   - cursor: Returns what is asked for a list at a place.
  /// - Returns: The places of the lists that are served.
  mutating func begin<Cursor: Hashable>(
    _ look: Int, atMost most: Int, askingFor cursor: (Place) -> Cursor
  ) -> [Place] {
    (self.look, places, found, served) = (look, [], [], [])
    var (later, asked) = ([List](), Set<Cursor>())
    for list in waiting {
      let cursor = cursor(list.place)
      guard asked.count < most || asked.contains(cursor) else {
        later.append(list)
        continue
      }
      asked.insert(cursor)
      served.append(list)
      if !places.contains(list.place) { places.append(list.place) }
    }
    waiting = later
    return places
  }

  /// Ends a look.
  ///
  /// - Parameters:
  ///   - result: What it found for a list at each of the places.
  ///   - remembers: Whether lists that come later are told, too, if the look saw what they are to see.
  /// - Returns: Whom to tell what: the lists that it served, and those that have come since and are told, too.
  mutating func end(
    _ result: Result<[Look], any Error>, remembers: Bool
  ) -> [(Caller, Result<Look, any Error>)] {
    if case .success(let looks) = result { found = looks }
    var ended = served.map { list in
      (list.caller, result.map { $0[places.firstIndex(of: list.place) ?? 0] })
    }
    served = []
    var waiting: [List] = []
    for list in self.waiting {
      if let found = found(for: list) {
        ended.append((list.caller, .success(found)))
      } else {
        waiting.append(list)
      }
    }
    self.waiting = waiting
    if !remembers { (places, found) = ([], []) }
    return ended
  }

  /// Returns what the last look found for a list that it didn't serve; `nil` if the list needs another one.
  private func found(for list: List) -> Look? {
    guard look > list.cause, let index = places.firstIndex(of: list.place) else { return nil }
    return found.indices.contains(index) ? found[index] : nil
  }

  /// Returns whether another look follows; if not, the next list has to start one.
  mutating func goesOn() -> Bool {
    isLooking = !waiting.isEmpty
    return isLooking
  }
}

extension WaitingList: Equatable where Caller: Equatable {}
extension WaitingList: Hashable where Place: Hashable, Caller: Hashable {}
extension WaitingLists: Equatable where Look: Equatable, Caller: Equatable {}
extension WaitingLists: Hashable where Place: Hashable, Look: Hashable, Caller: Hashable {}
