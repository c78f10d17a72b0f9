import Sectional
import SectionalSQLite

extension Benchmark {
  /// Opening a list whose order is in an index, but whose columns are in the table, as with most indexes.
  static let open = opening("open", .lookups, reaching: 1.5)
  /// Opening a list whose order and columns are all in an index, which SQLite reads fastest.
  static let openCovering = opening("open-covering", .covering, reaching: 1.5)
  /// Opening a list whose order is in no index.
  static let openNoIndex = opening("open-no-index", .none, reaching: 1)

  private static func opening(
    _ name: String, _ index: ItemIndex, reaching most: Double
  ) -> Benchmark {
    Benchmark(name) { session, rows in
      let path = try session.files.path(rows: rows, index: index)
      let opening = try Opening(path: path, rows: rows)
      let times = try await opening.measure(index, session.rounds(.reading(rows)))
      var measurement = Measurement(name, rows: rows, times.list)
      measurement.compare(with: "C loop", times.loop.median, reaching: most)
      measurement.counts = times.counts
      return [measurement]
    }
  }
}

/// A list that is opened repeatedly, and a loop over the same rows.
@ListOwner private struct Opening {
  struct Times {
    var list = Sample()
    var loop = Sample()
    var counts: [Count] = []
  }

  private let path: String
  private let rows: Int
  private let store: SQLiteStore
  private let loop: Baseline

  init(path: String, rows: Int) throws {
    self.path = path
    self.rows = rows
    store = try SQLiteStore(path: path)
    loop = try Baseline(path: path)
  }

  func measure(_ index: ItemIndex, _ plan: RoundPlan) async throws -> Times {
    let sql = try await sql(for: index)
    var times = Times()
    times.counts = try await open().counts
    _ = try loop.readAll(sql, expecting: rows)
    try await plan.run { _ in
      times.list.add(try await open().duration)
      times.loop.add(try loop.readAll(sql, expecting: rows))
    }
    return times
  }

  /// Returns the query of the loop, which is the list's own query for a covering index.
  private func sql(for index: ItemIndex) async throws -> String {
    let isOwn = index == .covering
    let sql =
      isOwn
      ? try await Item.byName.sql(for: store, sectionBy: SectionKey(\.team)) : Item.orderedQuery
    let plan = try PlainDatabase(path: path).plan(of: sql)
    let sorts = plan.contains { $0.contains("TEMP B-TREE") }
    guard sorts == (index == .none) else {
      throw BenchmarkError("SQLite \(sorts ? "sorts" : "doesn't sort") the rows here: \(plan)")
    }
    return sql
  }

  /// Opens the list and releases it.
  private func open() async throws -> (duration: Duration, counts: [Count]) {
    let controller = ResultsController(
      fetchRequest: Item.byName, store: store, sectionNameKeyPath: \.team)
    let start = ContinuousClock.now
    try await controller.performFetch()
    let duration = start.duration(to: .now)
    let counts = Counters.counts(to: controller.diagnostics)
    guard controller.results.numberOfObjects == rows else {
      throw BenchmarkError("the list doesn't have the table's \(rows) rows")
    }
    controller.stop()
    return (duration, counts)
  }
}
