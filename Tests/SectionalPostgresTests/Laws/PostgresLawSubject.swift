import Sectional
import SectionalPostgres
import SectionalTesting

/// A server under test.
///
/// A `psql` program writes to it like any other program, and reads the true rows.
struct PostgresLawSubject: LawSubject {
  /// Rolls a transaction back.
  private struct Rollback: Error {}

  /// The writer of the transactions.
  enum Writer {
    case stranger
    /// Another program that occasionally ends the store's connections, before or after a write.
    case vandal
    case store
  }

  /// How the store finds out what was written.
  enum Log: CaseIterable {
    /// It doesn't, and reads everything.
    case none
    /// It polls for what the triggers logged.
    case polled
    /// The triggers notify it.
    case notifying
    /// The triggers notify it, and log what rows were before.
    case values
  }

  // A running transaction is part of a snapshot, and so of a version.
  let hasVersionsBetweenCommits = true
  // With a change log, a commit to another table wakes no list.
  var hearsOfEveryCommit: Bool { log == .none }
  var expectsErrors: Bool { writer == .vandal }
  private let writer: Writer
  private let log: Log
  private let shell: PostgresShell
  private let store: PostgresStore
  private let count = Counter()

  /// Creates an empty table on the server of a lane.
  init(
    _ plan: HistoryPlan, on server: LawServer, writer: Writer, log: Log = .none
  ) async throws {
    self.writer = writer
    self.log = log
    shell = try PostgresShell(url: server.url)
    try await shell.execute("SET client_min_messages = error; DROP TABLE IF EXISTS item")
    try await shell.execute(plan.shape.postgresDeclaration(plan.cells))
    // With notifications, it polls so seldom that a missed notification is detected.
    store = try PostgresStore(
      server.url, following: log == .polled ? .polling : .notifications,
      pollInterval: .milliseconds(20), checkInterval: .seconds(3600))
    if log != .none {
      try await store.installChangeLog(
        for: ["item"], oldValuesOf: log == .values ? ["team", "position", "note"] : [],
        notifying: log != .polled)
    }
  }

  func makeController(
    _ request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) -> sending ResultsController<StoredRow> {
    ResultsController(fetchRequest: request, store: store, sectionBy: section)
  }

  func apply(_ transaction: ScriptedTransaction) async throws {
    guard writer == .store else {
      let number = await count.next()
      if writer == .vandal, number % 4 == 0 { try await cutConnections() }
      try await shell.execute(transaction.script(in: .postgres))
      if writer == .vandal, number % 6 == 0 { try await cutConnections() }
      return
    }
    do {
      try await store.write { db in
        // This store has no rowids, so writes that only change rowids do nothing.
        for statement in transaction.statements where !statement.postgresSQL.isEmpty {
          try await PostgresLawSubject.run(statement.postgresSQL, in: db)
        }
        if transaction.isRolledBack { throw Rollback() }
      }
    } catch is Rollback {
      return
    }
  }

  private func cutConnections() async throws {
    try await shell.execute(
      """
      DO $$ BEGIN PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name LIKE 'sectional%' AND datname = current_database(); END $$
      """)
  }

  /// Runs a statement; a statement that sets a savepoint and returns to it is run as a savepoint that is rolled back.
  private static func run(_ statement: String, in db: PostgresTransaction) async throws {
    guard statement.hasPrefix("SAVEPOINT") else {
      try await db.execute(statement)
      return
    }
    let inner = statement.replacing(/(SAVEPOINT|ROLLBACK TO|RELEASE) attempt;? ?/, with: "")
    try? await db.savepoint { db in
      try await db.execute(inner)
      throw Rollback()
    }
  }

  func knowsOldRows(after transaction: ScriptedTransaction) -> Bool {
    // Emptying a table alters it.
    log == .values && writer != .vandal
      && !transaction.script(in: .postgres).contains("TRUNCATE")
  }

  func truth(_ plan: HistoryPlan) async throws -> [[OracleValue]] {
    try await shell.rows(plan.expressions, from: plan.postgresSource)
  }

  func version() async throws -> String? {
    // A connection may have been ended since it was last used.
    for _ in 0..<10 {
      do { return try await version(of: store) } catch let error as StoreError
        where error.code == .connectionLost
      { continue }
    }
    return try await version(of: store)
  }

  func ring() { if writer == .stranger, log == .none { store.noteChanges(in: "item") } }
}

/// Counts transactions.
private actor Counter {
  private var count = 0
  func next() -> Int {
    count += 1
    return count
  }
}

/// A server that only one history uses at a time, so that its version changes only with its commits.
struct LawServer: Sendable {
  let url: String
  /// Whether it is an existing server, to which others may write too.
  let isShared: Bool
  private let cluster: PostgresCluster?

  private init() async throws {
    let shared = try await PostgresCluster.shared()
    isShared = shared.isForeign
    cluster = isShared ? nil : try await PostgresCluster()
    url = cluster?.url ?? shared.url
  }

  /// Runs a body with a server that nothing else uses at the same time.
  static func use(_ body: (LawServer) async throws -> Void) async throws {
    let server = try await garage.take()
    do {
      try await body(server)
      await garage.give(server)
    } catch {
      await garage.give(server)
      throw error
    }
  }

  private static let garage = Garage()

  /// Lends six servers, or the existing one, to one history each.
  private actor Garage {
    private var idle: [LawServer] = []
    private var lent = 0
    private var limit = 6
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func take() async throws -> LawServer {
      while lent >= limit {
        await withCheckedContinuation { waiters.append($0) }
      }
      lent += 1
      if let server = idle.popLast() { return server }
      do {
        let server = try await LawServer()
        if server.isShared { limit = 1 }
        return server
      } catch {
        await give(nil)
        throw error
      }
    }

    func give(_ server: LawServer?) async {
      lent -= 1
      if let server { idle.append(server) }
      if !waiters.isEmpty { waiters.removeFirst().resume() }
    }
  }
}
