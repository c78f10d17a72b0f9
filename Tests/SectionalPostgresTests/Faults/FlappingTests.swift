import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Servers that go again when they have just come back.
@MainActor @Suite(.serialized) struct FlappingTests {
  // Who looks at the server less and less often may miss that it was there in between; the list was not told.
  @Test func `a list hears of every loss, however soon after the last one`() async throws {
    let bench = try await FaultBench(
      FaultBench.schema + "CREATE ROLE reader LOGIN; GRANT SELECT ON item TO reader",
      ["user": "reader"])
    // A twentieth of the time that lists wait between two questions.
    bench.list.retries = RetrySchedule(longest: .milliseconds(50))
    try await bench.list.performFetch()
    for round in 1...6 {
      try await bench.database.write("ALTER ROLE reader NOLOGIN")
      try await bench.terminate()
      try? await wait { bench.list.error != nil }
      guard bench.list.error != nil else {
        Issue.record("round \(round): the list is \(bench.list.status) and nobody can log in")
        return
      }
      // Long enough that the list asks as seldom as it ever does.
      try await Task.sleep(for: .milliseconds(125 + round * 7))
      try await bench.database.write("ALTER ROLE reader LOGIN")
      try await bench.recovery(["x: ada", "y: bob"])
    }
  }
}
