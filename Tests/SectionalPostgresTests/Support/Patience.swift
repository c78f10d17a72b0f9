import Foundation
import Sectional
import SectionalTesting

/// What was waited for did not come.
struct Tardiness: Error {}

/// Waits until a condition holds, for as long as the laws do.
func wait(
  isolation: isolated (any Actor)? = #isolation, until condition: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + LawSuite.patience
  while try await !condition() {
    guard ContinuousClock.now < deadline else { throw Tardiness() }
    try await Task.sleep(for: .milliseconds(5))
  }
}

/// Runs a body that should fail, and returns the store error it fails with.
func storeError(
  isolation: isolated (any Actor)? = #isolation, of body: () async throws -> Void
) async -> StoreError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? StoreError
  }
}

extension ResultsController {
  /// The error of a list that could not be read last time.
  var error: StoreError? { status.error }

  /// Whether the list showed the store's rows when it last asked.
  var isCurrent: Bool { if case .current = status { true } else { false } }

  /// The sections' names with the keys of their rows.
  var picture: [String] {
    results.map { section in
      "\(section.indexTitle ?? "-") \(section.name): "
        + section.rows.keys.map { "\($0.values)" }.joined(separator: " ")
    }
  }
}

extension StoreError {
  /// Everything that can be printed of the error and what caused it.
  var everyWord: String {
    "\(self) \(String(reflecting: self)) \(message) \(localizedDescription) "
      + (cause.map { "\($0) \(String(reflecting: $0))" } ?? "")
  }
}
