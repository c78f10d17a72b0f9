import Dispatch
import Sectional

extension KnownCommits {
  /// Notes that a connection of this process is about to commit.
  func announce() { state.withLock { $0.announced += 1 } }

  /// Notes that an announced commit was noted, or didn't come.
  func endAnnouncement() {
    let waiters = state.withLock { state in
      state.announced -= 1
      guard state.announced == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Whether a commit is announced and not yet noted.
  var areAnnounced: Bool { state.withLock { $0.announced > 0 } }

  /// Waits for announced commits to be noted.
  ///
  /// - Parameter seconds: How long to wait at most.
  /// - Returns: Whether there were any.
  func announcementsEnd(within seconds: Int) async -> Bool {
    let number = state.withLock { state -> Int? in
      guard state.announced > 0 else { return nil }
      state.numbers += 1
      return state.numbers
    }
    guard let number else { return false }
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        guard state.announced > 0 else { return true }
        state.waiters[number] = continuation
        return false
      }
      guard !isOver else { return continuation.resume() }
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { [weak self] in
        self?.state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
      }
    }
    return true
  }
}
