/// The doorbells of everybody who watches a store in this process.
package final class DoorbellRegistry: Sendable {
  private struct State {
    var nextNumber = 0
    var doorbells: [Int: Doorbell] = [:]
  }

  // State: guarded by its lock; doorbells are rung after it is released, because they may call anything.
  private let state = Guarded(State())

  package init() {}

  /// Rings every doorbell.
  package func ringAll() {
    let doorbells = state.withLock { Array($0.doorbells.values) }
    for doorbell in doorbells { doorbell() }
  }

  /// Rings a doorbell once, and again with all the others, until cancelled: a change source whose writers ring.
  package func serve(_ doorbell: Doorbell) async throws {
    let number = add(doorbell)
    defer { remove(number) }
    doorbell()
    while true { try await Task.sleep(for: .seconds(3600)) }
  }

  /// Adds a doorbell until the returned number is removed.
  private func add(_ doorbell: Doorbell) -> Int {
    state.withLock { state in
      state.nextNumber += 1
      state.doorbells[state.nextNumber] = doorbell
      return state.nextNumber
    }
  }

  /// Removes a doorbell; an unknown number is ignored.
  private func remove(_ number: Int) {
    _ = state.withLock { $0.doorbells.removeValue(forKey: number) }
  }
}
