import Dispatch
import SectionalSQLite

extension Benchmark {
  private static let mostCommits = 100_000
  private static let longestSleep = Duration.seconds(15)

  /// The memory that commits leave behind while the owner of a list is busy.
  static let coalescing = Benchmark("coalescing", sizes: .only(1000)) { session, rows in
    let path = try session.files.path(rows: rows, index: .covering)
    return try await session.files.folder.withCopy(of: path) { copy throws -> [Measurement] in
      let store = try SQLiteStore(path: copy)
      let owner = SleepingOwner(of: store)
      try await owner.open()
      let (growth, commits) = try await whileAsleep(owner) {
        let before = try await Heap.bytesInUseAtRest()
        let commits = try await commit(to: store, rows: rows)
        return (try await Heap.bytesInUseAtRest() - before, commits)
      }
      let deliveries = try await owner.catchUp()
      await owner.stop()
      let sample = Sample([Double(growth)])
      var measurement = Measurement("coalescing", rows: rows, sample, unit: .bytes)
      measurement.counts = [
        Count(name: "deliveries", value: deliveries), Count(name: "commits", value: commits),
      ]
      return [measurement]
    }
  }

  /// Runs a body while an owner sleeps, then wakes it.
  @ListOwner private static func whileAsleep<Output>(
    _ owner: SleepingOwner, _ body: @ListOwner () async throws -> Output
  ) async throws -> Output {
    let alarm = DispatchSemaphore(value: 0)
    defer { alarm.signal() }
    await withCheckedContinuation { continuation in
      Task { await owner.sleep(until: alarm) { continuation.resume() } }
    }
    return try await body()
  }

  /// Changes one row after another, each in a separate transaction, while time allows.
  @ListOwner private static func commit(to store: SQLiteStore, rows: Int) async throws -> Int {
    let start = ContinuousClock.now
    for commit in 0..<mostCommits {
      if start.duration(to: .now) > longestSleep { return commit }
      try await store.write { db in
        try db.execute(
          "UPDATE item SET rank = rank + 1 WHERE id = ?", [Int64(commit % rows + 1)])
      }
    }
    return mostCommits
  }
}
