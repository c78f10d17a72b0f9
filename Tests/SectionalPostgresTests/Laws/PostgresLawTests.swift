import Sectional
import SectionalTesting
import Testing

/// The laws on a PostgreSQL server, over random histories.
struct PostgresLawTests {
  static let shapes = TableShape.allCases.filter(\.alwaysHasKey)

  @Test(
    arguments: HistoryPlan.series(3000..<3042, of: shapes, holding: HistoryCells.typed))
  func `a list over a server that others write to is fresh and reports exactly what changed`(
    plan: HistoryPlan
  ) async throws {
    try await follow(plan, .stranger)
  }

  @Test(
    arguments: HistoryPlan.series(
      3100..<3120, of: shapes, holding: HistoryCells.typed, showing: HistoryExtent.samples))
  func `a list over a server is fresh when its own store writes`(plan: HistoryPlan) async throws {
    try await follow(plan, .store)
  }

  @Test(
    arguments: HistoryPlan.series(
      HistoryLength.seeds(3300..<3312, short: 3), of: shapes, holding: HistoryCells.typed,
      showing: HistoryExtent.samples))
  func `a list over a server is fresh while its connections are ended again and again`(
    plan: HistoryPlan
  ) async throws {
    try await follow(plan, .vandal, steps: 25)
  }

  @Test(
    arguments: HistoryPlan.series(3400..<3424, of: shapes, holding: HistoryCells.typed),
    [PostgresLawSubject.Log.polled, .notifying])
  func `a list over a server with a change log is fresh and reports exactly what changed`(
    plan: HistoryPlan, log: PostgresLawSubject.Log
  ) async throws {
    try await follow(plan, .stranger, log)
  }

  @Test(
    arguments: HistoryPlan.series(
      7000..<7009, of: shapes, holding: HistoryCells.typed, showing: HistoryExtent.slices,
      presenting: HistoryPresentation.allCases, searching: true),
    [PostgresLawSubject.Log.none, .notifying, .values])
  func `a slice over a server is fresh and reports exactly what changed`(
    plan: HistoryPlan, log: PostgresLawSubject.Log
  ) async throws {
    try await follow(plan, .stranger, log)
  }

  @Test(
    arguments: HistoryPlan.series(
      7300..<7308, of: shapes, holding: HistoryCells.typed, showing: HistoryExtent.tails,
      presenting: HistoryPresentation.allCases, searching: true),
    [PostgresLawSubject.Log.none, .notifying])
  func `a list over a server that begins at its end is fresh and reports exactly what changed`(
    plan: HistoryPlan, log: PostgresLawSubject.Log
  ) async throws {
    try await follow(plan, .stranger, log)
  }

  @Test(
    arguments: HistoryPlan.series(
      7100..<7108, of: shapes, holding: HistoryCells.typed, showing: HistoryExtent.batches,
      presenting: HistoryPresentation.allCases, searching: true),
    [PostgresLawSubject.Log.none, .values])
  func `a list with batches over a server is fresh and reports exactly what changed`(
    plan: HistoryPlan, log: PostgresLawSubject.Log
  ) async throws {
    try await follow(plan, .stranger, log)
  }

  @Test(
    arguments: HistoryPlan.series(
      7200..<7206, of: shapes, holding: HistoryCells.typed, showing: HistoryExtent.windows,
      presenting: [.plain, .declared], searching: true),
    [PostgresLawSubject.Log.none, .notifying, .values])
  func `a list with a window over a server is fresh and reports exactly what changed`(
    plan: HistoryPlan, log: PostgresLawSubject.Log
  ) async throws {
    try await follow(plan, .stranger, log)
  }

  @Test(
    arguments: HistoryPlan.series(
      7300..<7309, of: shapes, holding: HistoryCells.typed, presenting: [.declared, .listed]))
  func `a list with declared sections over a server is fresh and reports exactly what changed`(
    plan: HistoryPlan
  ) async throws {
    try await follow(plan, .stranger, .notifying)
  }

  @Test(
    arguments: HistoryPlan.series(
      HistoryLength.seeds(3500..<3512, short: 3), of: shapes, holding: HistoryCells.typed,
      showing: HistoryExtent.samples),
    [PostgresLawSubject.Log.polled, .notifying])
  func `a list with a change log is fresh while its connections are ended again and again`(
    plan: HistoryPlan, log: PostgresLawSubject.Log
  ) async throws {
    try await follow(plan, .vandal, log, steps: 15)
  }

  @Test(arguments: try HistoryPlan.pinned().filter { $0.cells != .mixed })
  func `a history that once broke a law breaks none`(plan: HistoryPlan) async throws {
    try await follow(plan, .stranger)
    try await follow(plan, .stranger, .notifying)
    try await follow(plan, .stranger, .values)
    try await follow(plan, .store)
  }

  private func follow(
    _ plan: HistoryPlan, _ writer: PostgresLawSubject.Writer,
    _ log: PostgresLawSubject.Log = .none, steps: Int = 25
  ) async throws {
    try await LawServer.use { server in
      let subject = try await PostgresLawSubject(plan, on: server, writer: writer, log: log)
      try await LawSuite(subject, plan: plan).run(
        ListHistory(plan).prefix(HistoryLength.steps(steps)))
    }
  }
}

/// The same history in memory and on a server: the same lists and the same change sets.
struct PostgresParityTests {
  @Test(
    arguments: HistoryPlan.series(
      3200..<3224, of: PostgresLawTests.shapes, holding: HistoryCells.typed))
  func `memory and a server show and report the same`(plan: HistoryPlan) async throws {
    try await follow(plan)
  }

  @Test(arguments: PostgresLawTests.shapes)
  func `an order that no store has is the same on both`(shape: TableShape) async throws {
    try await follow(HistoryPlan(shape, seed: 3700, order: .withoutAccents, cells: .texts))
  }

  private func follow(_ plan: HistoryPlan) async throws {
    try await LawServer.use { server in
      let memory = try await MemoryLawSubject(plan.shape)
      let subject = try await PostgresLawSubject(plan, on: server, writer: .stranger)
      try await ParitySuite(memory, subject, plan: plan).run(
        ListHistory(plan).prefix(HistoryLength.steps(18)))
    }
  }

  @Test(
    arguments: HistoryPlan.series(
      3600..<3612, of: PostgresLawTests.shapes, holding: HistoryCells.typed,
      showing: [.all] + HistoryExtent.slices, presenting: HistoryPresentation.allCases),
    [PostgresLawSubject.Log.polled, .notifying])
  func `memory and a server with a change log show and report the same`(
    plan: HistoryPlan, log: PostgresLawSubject.Log
  ) async throws {
    try await LawServer.use { server in
      let memory = try await MemoryLawSubject(plan.shape)
      let subject = try await PostgresLawSubject(plan, on: server, writer: .stranger, log: log)
      try await ParitySuite(memory, subject, plan: plan).run(
        ListHistory(plan).prefix(HistoryLength.steps(18)))
    }
  }
}
