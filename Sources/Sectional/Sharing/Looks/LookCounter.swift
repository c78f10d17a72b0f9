/// Counts the looks that the lists of a store begin together.
final class LookCounter: Sendable {
  // State: guarded by its lock.
  private let count = Locked(0)

  /// The number of looks that have begun.
  var begun: Int { count.withLock { $0 } }

  /// Begins a look, and returns its number.
  func begin() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
