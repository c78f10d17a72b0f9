#if os(Linux)
  import Foundation
  import SectionalTesting
  import Testing

  /// A list with a window and a cache that another program follows, while calls to the system go wrong.
  @Suite(.timeLimit(.minutes(HistoryLength.minutes(10)))) struct FaultyWatchTests {
    private static let statements = [
      "UPDATE message SET team = 't3' WHERE id % 50 = 0", "DELETE FROM message WHERE team = 't1'",
      "INSERT INTO message VALUES (0, 'a', 'first'), (9999, 'z', 'last')",
    ]

    @Test(arguments: FaultySystem.Fault.allCases.filter { $0 != .kill }, [1, 20])
    func `the lines lead to the truth whichever calls go wrong`(
      fault: FaultySystem.Fault, count: Int
    ) throws {
      let system = try FaultySystem()
      defer { system.remove() }
      let total = try run(system, fault, from: 1 << 40, count: 1)
      #expect(total > 20)
      // A short run takes one call of each case; the case decides which.
      let step = HistoryLength.isLong ? 1 : total
      var first = 1 + (fault.rawValue.utf8.reduce(count) { $0 + Int($1) }) % step
      while first <= total {
        _ = try run(system, fault, from: first, count: count)
        first += step
      }
      HistoryLength.tell("each of \(total) calls of a watch: \(fault), \(count)")
    }

    /// Watches a new file, and returns how many calls there were to choose from.
    private func run(
      _ system: FaultySystem, _ fault: FaultySystem.Fault, from first: Int, count: Int
    ) throws -> Int {
      let file = try ScratchDatabase(
        """
        PRAGMA journal_mode = WAL;
        CREATE TABLE message(id INTEGER PRIMARY KEY, team TEXT NOT NULL, name TEXT NOT NULL);
        WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
        INSERT INTO message SELECT i, 't' || (i % 7), 'n' || (i * 17 % 501) FROM n;
        CREATE INDEX message_order ON message(team, name, id);
        """)
      let installed = try SectionalProcess.run(
        "triggers", "install", file.path, "message", "--columns", "team,name")
      try #require(installed.status == 0, "\(installed.complaint)")
      var variables = system.variables(
        fault, in: file.folder.path, from: first, count: count)
      variables["XDG_CACHE_HOME"] = file.folder.path + "/caches"
      let lines = try WatchedLines(
        file,
        [
          "message", "--section", "team", "--sort", "name", "--window", "100", "--cache",
          "messages",
          "--format", "jsonl",
        ], variables)
      guard var counts = try begin(lines) else { return system.calls }
      for statement in FaultyWatchTests.statements {
        try file.write(statement)
        let expected = try file.write(
          "SELECT team || ' ' || count(*) FROM message GROUP BY team ORDER BY team")
        while counts.text != expected { try counts.apply(try lines.next(ofType: "changes")) }
      }
      lines.send(SIGTERM)
      #expect(lines.status() == 0)
      return system.calls
    }

    /// Returns what a watch begins with, or `nil` if it couldn't begin and says so.
    private func begin(_ lines: WatchedLines) throws -> WatchedCounts? {
      while true {
        let line = try lines.next()
        switch line["type"] as? String {
        case "snapshot": return WatchedCounts(line)
        case "error" where line["final"] as? Bool == true:
          #expect(lines.status() == 1)
          return nil
        default: continue
        }
      }
    }
  }

  extension WatchedCounts {
    /// The names and counts of the sections, a line for each.
    fileprivate var text: String {
      sections.map { "\($0.name) \($0.count)\n" }.joined()
    }
  }
#endif
