import Sectional
import SectionalSQLite

extension Benchmark {
  private static let forms: [WrittenForm] = [
    .rowID, .withoutRowID, .logged, .triggersOfRowID, .triggersWithoutRowID,
  ]

  /// The cost of being followed for a writer: one statement that updates 100,000 rows.
  static let writing = Benchmark(
    "write-100000", cases: forms.map(\.name), sizes: .only(100_000)
  ) { session, rows in
    let path = try session.files.path(rows: rows, index: .none)
    var measurements: [Measurement] = []
    for form in forms {
      measurements.append(
        try await session.files.folder.withCopy(of: path) { copy in
          try await form.measure(
            at: copy, rows: rows, session.rounds(RoundPlan(least: 5, most: 21)))
        })
    }
    return measurements
  }
}

/// A table that is written.
private struct WrittenForm {
  let name: String
  let table: String
  var isLogged = false
  /// How the store learns of its own writes.
  var hook = SQLiteHook.preupdate
  var reach: Double?

  static let rowID = WrittenForm(name: "write-100000", table: "item", reach: 1.5)
  static let withoutRowID = WrittenForm(name: "write-100000-without-rowid", table: "keyed")
  static let logged = WrittenForm(name: "write-100000-logged", table: "item", isLogged: true)
  /// As where SQLite has no preupdate hook, which is on Apple's systems.
  static let triggersOfRowID = WrittenForm(
    name: "write-100000-triggers", table: "item", hook: .update)
  static let triggersWithoutRowID = WrittenForm(
    name: "write-100000-triggers-without-rowid", table: "keyed", hook: .update)

  /// Writes through a store and with a plain connection, in turns.
  @ListOwner func measure(
    at path: String, rows: Int, _ plan: RoundPlan
  ) async throws -> Measurement {
    if table != "item" {
      try PlainDatabase(path: path).execute(
        """
        CREATE TABLE \(table)(id INTEGER PRIMARY KEY, team, name, score, rank) WITHOUT ROWID;
        INSERT INTO \(table) SELECT id, team, name, score, rank FROM item;
        """)
    }
    let plainPath = path + "-plain.sqlite"
    try PlainDatabase(path: path).execute("VACUUM INTO '\(plainPath)'")
    // The copy starts with a rollback journal.
    try PlainDatabase(path: plainPath).execute("PRAGMA journal_mode = WAL")
    let store = try SQLiteStore(path: path, hook: hook)
    if isLogged { try await store.installChangeLog(for: [table]) }
    let plain = try Baseline(path: plainPath)
    let sql = "UPDATE \(table) SET score = score + 1"
    var (times, baseline) = (Sample(), Sample())
    try await plan.run { round in
      let start = ContinuousClock.now
      try await store.write { db in _ = try db.execute(sql) }
      let time = start.duration(to: .now)
      let bare = try plain.write(sql, expecting: rows)
      guard round > 0 || plan.most == 1 else { return }
      times.add(time)
      baseline.add(bare)
    }
    var measurement = Measurement(name, rows: rows, times)
    measurement.compare(with: "C, update hook", baseline.median, reaching: reach)
    return measurement
  }
}
