import Sectional

/// Waits for work that may never end and can't be cancelled.
enum TimeLimit {
  /// Runs a body for some time, after which it goes on by itself.
  ///
  /// - Returns: What the body returns, or `nil` if it takes longer.
  static func first<Output: Sendable>(
    within limit: Duration, _ body: @escaping @Sendable () async -> Output
  ) async -> Output? {
    // State: guarded by its lock; resumed by whichever comes first.
    let waiting = Locked<CheckedContinuation<Output?, Never>?>(nil)
    func end(_ output: Output?) {
      waiting.withLock { continuation in
        defer { continuation = nil }
        return continuation
      }?.resume(returning: output)
    }
    return await withCheckedContinuation { continuation in
      waiting.withLock { $0 = continuation }
      let timer = Task {
        try await Task.sleep(for: limit)
        end(nil)
      }
      Task {
        let output = await body()
        timer.cancel()
        end(output)
      }
    }
  }
}
