/// What was waited for did not come.
struct Tardiness: Error {}

/// Waits until a condition holds.
///
/// The time is counted in looks, a millisecond or more apart, so that it doesn't pass while the machine stands still.
///
/// - Throws: ``Tardiness`` if the condition doesn't hold at 30,000 looks.
@MainActor
func wait(until condition: () -> Bool) async throws {
  for _ in 0..<30_000 {
    if condition() { return }
    try await Task.sleep(for: .milliseconds(1))
  }
  throw Tardiness()
}
