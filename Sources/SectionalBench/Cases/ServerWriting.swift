import Sectional

extension Benchmark {
  /// The cost of triggers for a client that writes to a server: updates of 1 row, 100 rows and 10,000 rows.
  static let serverWriting = Benchmark(
    "postgres-write", cases: ServerWrite.all.map(\.name), sizes: .only(100_000), needsServer: true
  ) { session, rows in
    var times: [String: Sample] = [:]
    for mode in ServerWrite.Mode.allCases {
      let table = try await ServerTable(
        rows: rows, isLogged: mode != .plain, notifies: mode == .notifying)
      for write in ServerWrite.all where write.mode == mode || mode == .plain {
        try await session.rounds(RoundPlan(least: 10, most: 300, limit: .seconds(3))).run { round in
          times["\(write.rows) \(mode)", default: Sample()].add(
            try table.write(write.statement(round, among: rows)))
        }
      }
      try await table.remove()
    }
    return ServerWrite.all.map { write in
      var measurement = Measurement(
        write.name, rows: write.rows, times["\(write.rows) \(write.mode)"] ?? Sample())
      measurement.compare(
        with: "no triggers", times["\(write.rows) \(ServerWrite.Mode.plain)"]?.median ?? 0)
      return measurement
    }
  }
}

/// An UPDATE of some rows of a table, with or without a change log.
private struct ServerWrite {
  enum Mode: String, CaseIterable {
    case plain, logged, notifying
  }

  let rows: Int
  let mode: Mode

  var name: String { "postgres-write-\(rows)-\(mode)" }

  static let all = [1, 100, 10_000].flatMap { rows in
    [Mode.logged, .notifying].map { ServerWrite(rows: rows, mode: $0) }
  }

  func statement(_ round: Int, among all: Int) -> String {
    let first = round * 7919 % (all - rows) + 1
    return "UPDATE item SET score = score + 1 WHERE id BETWEEN \(first) AND \(first + rows - 1)"
  }
}
