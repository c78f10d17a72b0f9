import Foundation
import SectionalTesting
import Testing

/// A program that is killed while it writes its section cache leaves the old file or the new one.
struct KilledCacheTests {
  /// `SECTIONAL_CACHE_KILLS` overrides the number, for longer runs.
  private static let kills =
    ProcessInfo.processInfo.environment["SECTIONAL_CACHE_KILLS"].flatMap(Int.init) ?? 40

  @Test func `after a program was killed the next one shows the right rows`() async throws {
    let file = try ScratchDatabase(
      """
      CREATE TABLE item(id INTEGER PRIMARY KEY, team TEXT);
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO item SELECT i, 'team ' || (i % 40) FROM n;
      """)
    let command = try CachingCommand()
    let list = ["list", file.path, "item", "--section", "team", "--format", "json"]
    var generator = SeededGenerator(seed: 8)
    for number in 0..<KilledCacheTests.kills {
      try file.write("UPDATE item SET team = 'kill \(number)' WHERE id % 50 = \(number % 50)")
      let program = try command.start(list + ["--cache", "items"])
      try await Task.sleep(for: .microseconds(generator.below(70_000)))
      kill(program.process.processIdentifier, SIGKILL)
      _ = try program.finish()
      guard number % 4 == 0 else { continue }
      let fresh = try command.run(list)
      let kept = try command.run(list + ["--cache", "items"])
      try #require(kept.status == 0, "\(kept.complaint)")
      #expect(sections(of: kept.output) == sections(of: fresh.output), "after kill \(number)")
    }
    // The next program that writes cleans up what the killed ones left behind.
    _ = try file.write("DELETE FROM item WHERE id = 1")
    _ = try command.run(list + ["--cache", "items"])
    #expect(command.files.filter { $0.hasSuffix(".draft") } == [])
    #expect(command.files.count { $0.hasSuffix(".sectioncache") } == 1)
  }

  /// Returns the part of the output that is the same with a cache and without.
  private func sections(of output: String) -> String? {
    let parts = output.components(separatedBy: "\"sections\":")
    return parts.last?.components(separatedBy: ",\"cache\":").first?
      .trimmingCharacters(in: CharacterSet(charactersIn: "}\n"))
  }
}
