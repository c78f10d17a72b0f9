import Foundation

/// A value that one thread at a time can read or change.
///
/// It does what `Mutex` does, but with a lock that the thread sanitizer understands. On Linux the sanitizer can't see
/// how a contended `Mutex` is handed over, and reports races that don't exist.
// `withLock` is the only way to reach the state and holds the lock. The state is sendable, so no value that leaves
// shares it.
package final class Locked<State: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  // State: guarded by the lock.
  private var state: State

  package init(_ state: State) { self.state = state }

  /// Runs a body with exclusive access to the state.
  ///
  /// The body must be short, and must neither call out nor acquire another lock.
  package func withLock<Output>(_ body: (inout State) throws -> Output) rethrows -> Output {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }
}
