import Foundation

/// Work that waits for another program, a pipe or a lock.
package enum Blocking {
  /// Runs a body where it keeps none of the few threads waiting that asynchronous code runs on.
  package static func run<Output: Sendable>(
    _ body: @escaping @Sendable () throws -> Output
  ) async throws -> Output {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
    }
  }
}
