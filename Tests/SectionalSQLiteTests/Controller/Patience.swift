import Sectional
import SectionalSQLite
import SectionalTesting

/// What was waited for did not come.
struct Tardiness: Error {}

/// Waits until a condition holds.
func wait(
  isolation: isolated (any Actor)? = #isolation, until condition: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + LawSuite.patience
  while try await !condition() {
    guard ContinuousClock.now < deadline else { throw Tardiness() }
    try await Task.sleep(for: .milliseconds(2))
  }
}

extension SQLiteStore {
  /// The version of the newest commit, as lists show it.
  var newestVersion: String? {
    get async throws {
      let source = changeSource()
      return try await read { try await source.version($0)?.description }
    }
  }
}

extension ResultsController {
  /// Waits until the list holds what the store does.
  func settle(
    on store: SQLiteStore, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let newest = try await store.newestVersion
    try await wait { self.version == newest }
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
