/// What was waited for did not come.
struct Tardiness: Error {}

/// Waits until a condition holds.
///
/// - Throws: ``Tardiness`` if that takes longer than a minute.
@MainActor
func wait(until condition: () -> Bool) async throws {
  let deadline = ContinuousClock.now + .seconds(60)
  while !condition() {
    guard ContinuousClock.now < deadline else { throw Tardiness() }
    try await Task.sleep(for: .milliseconds(1))
  }
}
