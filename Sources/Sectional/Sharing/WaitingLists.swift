/// A list that waits for a look.
struct WaitingList<Place: Sendable, Look: Sendable>: Sendable {
  let number: Int
  /// Where the list is.
  let place: Place
  let continuation: CheckedContinuation<Result<Look, any Error>, Never>
}

/// The lists of a group that wait, and those that the look under way serves.
struct WaitingLists<Place: Sendable, Look: Sendable>: Sendable {
  typealias List = WaitingList<Place, Look>

  /// What happens to a list that wants a look.
  enum Admission {
    /// Nothing: its task is cancelled.
    case refused
    /// A look under way takes it over, or is followed by one that does.
    case served
    /// Nobody looks, so it has to start.
    case idle
  }

  private(set) var waiting: [List] = []
  private var served: [List] = []
  private var isLooking = false
  private var last = 0

  /// Returns a number for a list.
  mutating func nextNumber() -> Int {
    last += 1
    return last
  }

  /// Adds a list, unless its task is cancelled.
  mutating func add(_ list: List) -> Admission {
    // If the task is cancelled after this check, `giveUp` finds the list.
    guard !Task.isCancelled else { return .refused }
    waiting.append(list)
    defer { isLooking = true }
    return isLooking ? .served : .idle
  }

  /// Removes a list, and returns its continuation; `nil` if it doesn't wait.
  mutating func giveUp(_ number: Int) -> CheckedContinuation<Result<Look, any Error>, Never>? {
    if let index = waiting.firstIndex(where: { $0.number == number }) {
      return waiting.remove(at: index).continuation
    }
    return served.firstIndex { $0.number == number }.map { served.remove(at: $0).continuation }
  }

  /// Begins a look, which serves the lists that wait; if they are at many places, those at the first of these.
  ///
  /// - Parameters:
  ///   - most: The most places.
  ///   - cursor: Returns what is asked for a list at a place.
  /// - Returns: The lists that are served.
  mutating func begin<Cursor: Hashable>(
    atMost most: Int, askingFor cursor: (Place) -> Cursor
  ) -> [List] {
    var (now, later, asked) = ([List](), [List](), Set<Cursor>())
    for list in waiting {
      let cursor = cursor(list.place)
      guard asked.count < most || asked.contains(cursor) else {
        later.append(list)
        continue
      }
      asked.insert(cursor)
      now.append(list)
    }
    (served, waiting) = (now, later)
    return now
  }

  /// Ends a look, and returns the lists that it served.
  mutating func end() -> [List] {
    defer { served = [] }
    return served
  }

  /// Returns whether another look follows; if not, the next list has to start one.
  mutating func goesOn() -> Bool {
    isLooking = !waiting.isEmpty
    return isLooking
  }
}
