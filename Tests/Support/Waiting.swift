package import Sectional
import SectionalTesting

/// A condition that didn't hold in time.
package struct Tardiness: Error, CustomStringConvertible {
  /// What the test waited for, in words.
  package let description: String
}

/// Waits until a condition holds, for as long as the laws do.
///
/// The condition is checked often at first, and every few milliseconds later.
///
/// - Parameters:
///   - what: A description of the condition, for the error.
///   - isolation: The actor on which the condition is checked.
///   - condition: The condition to wait for.
/// - Throws: ``Tardiness`` if the condition doesn't hold in time, and any error that it throws.
package func wait(
  for what: String = "a condition", isolation: isolated (any Actor)? = #isolation,
  until condition: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + LawSuite.patience
  var pause = Duration.microseconds(200)
  while try await !condition() {
    guard ContinuousClock.now < deadline else {
      throw Tardiness(description: "timed out waiting for \(what)")
    }
    try await Task.sleep(for: pause)
    pause = min(pause * 2, .milliseconds(5))
  }
}

/// Runs a body that should fail, and returns the store error it fails with.
package func storeError(
  isolation: isolated (any Actor)? = #isolation, of body: () async throws -> Void
) async -> StoreError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? StoreError
  }
}
