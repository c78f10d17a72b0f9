import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Servers that go away again just after they have come back.
@MainActor @Suite(.serialized) struct FlappingTests {
  // With growing intervals between checks, a list could miss that the server was back in between, because nothing
  // notifies the list.
  @Test func `a list reports every lost connection, no matter how soon after the last one`()
    async throws
  {
    let bench = try await FaultBench(
      FaultBench.schema + "CREATE ROLE reader LOGIN; GRANT SELECT ON item TO reader",
      ["user": "reader"])
    // A twentieth of the time that lists wait between two checks.
    bench.list.options.retries = RetrySchedule(longest: .milliseconds(50))
    try await bench.list.performFetch()
    for round in 1...6 {
      try await bench.database.write("ALTER ROLE reader NOLOGIN")
      try await bench.terminate()
      try? await wait { bench.list.error != nil }
      guard bench.list.error != nil else {
        Issue.record("round \(round): the list is \(bench.list.status) and nobody can log in")
        return
      }
      // Long enough for the list to reach its longest interval.
      try await Task.sleep(for: .milliseconds(125 + round * 7))
      try await bench.database.write("ALTER ROLE reader LOGIN")
      try await bench.recovery(["x: ada", "y: bob"])
    }
  }
}
