/// A value that is computed when it is first asked for.
final class Lazy<Value: Sendable>: Sendable {
  // State: guarded by its lock.
  private let known = Locked<Value?>(nil)

  /// Returns the value, and computes it the first time.
  func value(_ compute: () -> Value) -> Value {
    if let known = known.withLock({ $0 }) { return known }
    // The function may be the application's, so it isn't called inside of the lock.
    let computed = compute()
    known.withLock { $0 = computed }
    return computed
  }
}
