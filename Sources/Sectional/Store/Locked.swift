import Foundation

/// A value that one thread at a time can look at or change.
///
/// It does what `Mutex` does, on a lock that the thread sanitizer knows: on Linux it can't see how a contended `Mutex`
/// is handed over and reports races that are none.
// The state is only reached through `withLock`, which holds the lock; it is sendable, so nothing that leaves shares it.
package final class Locked<State: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  // State: guarded by the lock.
  private var state: State

  package init(_ state: State) { self.state = state }

  /// Runs a body with the state, alone.
  ///
  /// The body must be short, and must neither call out nor take another lock.
  package func withLock<Output>(_ body: (inout State) throws -> Output) rethrows -> Output {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }
}
