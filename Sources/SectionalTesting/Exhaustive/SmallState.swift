/// A state of a list that is small enough to try every state, and every transition between two states.
///
/// There are three rows. Each row is absent, or in one of two sections at one of two positions.
package struct SmallState: Sendable, Hashable {
  /// Where a row is.
  package struct Place: Sendable, Hashable {
    /// Zero or one.
    package let section: Int
    /// Zero or one.
    package let position: Int
  }

  /// The number of states.
  package static let count = 125

  /// Every state.
  package static let all = (0..<count).map(SmallState.init)

  /// Where each of the rows is, or `nil` for an absent row.
  package let places: [Place?]

  /// Creates the state with the given number.
  package init(_ number: Int) {
    places = [number % 5, number / 5 % 5, number / 25 % 5].map { choice in
      choice == 0 ? nil : Place(section: (choice - 1) / 2, position: (choice - 1) % 2)
    }
  }

  /// Returns the numbers of states in an order in which each state follows every state, itself included, exactly once.
  ///
  /// It is the De Bruijn sequence for words of two letters, closed to a cycle: the Lyndon words of length one and two
  /// in order.
  package static func walk() -> [Int] {
    var walk: [Int] = []
    for first in 0..<count {
      walk.append(first)
      for second in (first + 1)..<max(count, first + 1) { walk += [first, second] }
    }
    return walk + walk.prefix(1)
  }
}
