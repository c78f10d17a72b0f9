package import Sectional
import SectionalTesting

/// What was waited for did not come.
package struct Tardiness: Error, CustomStringConvertible {
  /// What was waited for, in words.
  package let description: String
}

/// Waits until a condition holds, for as long as the laws do.
///
/// The condition is asked often at first, and every few milliseconds later.
///
/// - Parameters:
///   - what: What is waited for, for the error.
///   - isolation: The actor that the condition is asked on.
///   - condition: What is to hold.
/// - Throws: ``Tardiness`` if it does not hold in time, and what the condition throws.
package func wait(
  for what: String = "a condition", isolation: isolated (any Actor)? = #isolation,
  until condition: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + LawSuite.patience
  var pause = Duration.microseconds(200)
  while try await !condition() {
    guard ContinuousClock.now < deadline else {
      throw Tardiness(description: "waited in vain for \(what)")
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
