import Sectional

extension SQLiteConnection {
  /// Runs a body with the connection: on the caller's thread if that may block, and otherwise on the connection's queue.
  nonisolated(nonsending) func use<Output: Sendable, Failure: Error>(
    _ body: @Sendable (isolated SQLiteConnection) throws(Failure) -> Output
  ) async throws(Failure) -> Output {
    guard SerialQueue.isAnyCurrent else { return try await body(self) }
    return try useNow(body)
  }

  /// Runs a body with the connection on the caller's thread.
  nonisolated func useNow<Output: Sendable, Failure: Error>(
    _ body: @Sendable (isolated SQLiteConnection) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    let result = queue.runNow {
      assumeIsolated { connection -> Result<Output, Failure> in
        do throws(Failure) { return .success(try body(connection)) } catch {
          return .failure(error)
        }
      }
    }
    return try result.get()
  }
}
