import Dispatch
import Sectional
import SectionalCPostgres
import SectionalSQL

/// One connection to a server. It uses its store's queue, where nothing blocks: sockets report when they are ready.
///
/// It runs one statement at a time, for one task at a time.
actor PostgresConnection {
  nonisolated let queue: SerialQueue
  // State: guarded by the actor.
  let handle: PostgresHandle
  /// `nil` until the server has sent what is needed to cancel a statement.
  var cancellation: PostgresCancellation?
  /// What the connection is doing, and what its session is like.
  var session = PostgresSessionState()
  /// What the open transaction was prepared for and has found out.
  var transaction = PostgresReadTransaction()
  /// What is remembered about the database from one transaction to the next.
  var catalogCache: PostgresCatalogCache
  /// The base types of the domains that placeholders had.
  var baseTypes: [UInt32: UInt32] = [:]
  /// The user's settings that decide what a statement means: those for printing, and the search path.
  var userSettings: [String] = []
  /// When to stop waiting for an answer.
  var deadline: ContinuousClock.Instant?
  /// The named prepared statements, by their text.
  var statements: [ExactName: PostgresStatement] = [:]
  /// The names of prepared statements that aren't used any longer.
  var outdatedStatements: Set<String> = []
  var statementNumber = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queue.asUnownedSerialExecutor()
  }

  private init(
    _ handle: sending PostgresHandle, on queue: SerialQueue, sharing dependences: DependenceMemory
  ) {
    catalogCache = PostgresCatalogCache(sharing: dependences)
    self.queue = queue
    self.handle = handle
  }

  /// Connects.
  ///
  /// - Parameters:
  ///   - target: The server to connect to.
  ///   - queue: The queue for the connection's work.
  ///   - dependences: What the store's connections know of statements.
  /// - Returns: A connection without a transaction.
  /// - Throws: `StoreError` if the server can't be reached, or refuses the connection.
  static func connect(
    to target: PostgresTarget, on queue: SerialQueue, sharing dependences: DependenceMemory
  ) async throws -> PostgresConnection {
    var hosts: PostgresHosts?
    while true {
      let handle = try await start(target, at: hosts)
      let connection = PostgresConnection(handle, on: queue, sharing: dependences)
      guard let others = try await connection.finishConnecting() else { return connection }
      hosts = others
    }
  }

  /// Begins to connect, on a thread that may block while a host name is looked up.
  private static func start(
    _ target: PostgresTarget, at hosts: PostgresHosts?
  ) async throws -> sending PostgresHandle {
    // Resuming a continuation publishes what was created before, which the thread sanitizer can't see; it can see a
    // lock.
    let isMade = Locked(false)
    defer { isMade.withLock { $0 = false } }
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        do throws(StoreError) {
          let handle = try PostgresHandle(connectingTo: target, at: hosts)
          isMade.withLock { $0 = true }
          continuation.resume(returning: handle)
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }

  /// Waits until the connection is there.
  ///
  /// - Returns: `nil`, or the hosts to try if the one that was tried doesn't answer in time.
  /// - Throws: `StoreError` if there is no connection.
  private func finishConnecting() async throws(StoreError) -> PostgresHosts? {
    let deadline = ContinuousClock.now + handle.connectTimeout
    var awaited = SocketReadiness.writing
    while true {
      await wait(for: awaited)
      guard !Task.isCancelled else { throw .cancelledWork }
      guard ContinuousClock.now < deadline else {
        if let others = handle.otherHosts { return others }
        throw StoreError(.unreachable, "the server doesn't answer; check host and port")
      }
      // Before the socket is ready, libpq would wait for it, and keep the queue of all connections waiting.
      let socket = unsafe PQsocket(handle.pointer)
      guard socket < 0 || awaited.comes(on: socket, within: .zero) else { continue }
      switch unsafe PQconnectPoll(handle.pointer) {
      case PGRES_POLLING_OK:
        unsafe PQsetnonblocking(handle.pointer, 1)
        cancellation = PostgresCancellation(handle)
        try await answering(within: handle.connectTimeout) { () async throws(StoreError) in
          try await beginSession()
          try await learnIdentity()
        }
        return nil
      case PGRES_POLLING_READING: awaited = .reading
      case PGRES_POLLING_WRITING: awaited = .writing
      default: throw handle.refusal
      }
    }
  }

  /// Determines which server it is connected to; without permission to know it, the connection has no versions.
  private func learnIdentity() async throws(StoreError) {
    var identity = PostgresSessionState.Identity.unknown
    do throws(StoreError) {
      try await rows(
        """
        SELECT CASE WHEN NOT pg_catalog.pg_is_in_recovery() THEN pg_catalog.concat_ws('.', system_identifier,
          pg_catalog.left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 8),
          (SELECT d.oid FROM pg_catalog.pg_database d
            WHERE d.datname OPERATOR(pg_catalog.=) pg_catalog.current_database()), current_user) END
        FROM pg_catalog.pg_control_system()
        """
      ) { row in identity = row.text(at: 0).map { .known($0) } ?? .unknown }
    } catch  where error.code == .accessDenied {
      identity = .secret
    }
    session.note(.identified(identity))
  }

  /// Whether the connection is alive and has no transaction, or one that is ending.
  var isUsable: Bool {
    switch session.phase {
    case .lost: false
    case .ending: true
    case .idle, .reading, .writing: handle.isReady
    }
  }

  /// Prepares the connection for the next task, and resets the session if user-written statements may have changed it.
  ///
  /// - Returns: Whether it is ready; if it isn't, it must not be used again.
  func makeReady() async -> Bool {
    guard let preparations = session.preparations else { return false }
    guard preparations.contains(where: { $0 != .awaitEnd }) else {
      return await prepare(preparations)
    }
    // A session that is half reset would be lost if the task that waits for it is cancelled.
    return await Task { await prepare(preparations) }.value
  }

  private func prepare(_ preparations: [PostgresSessionState.Preparation]) async -> Bool {
    do throws(StoreError) {
      for preparation in preparations {
        switch preparation {
        case .awaitEnd: try await finishEnding()
        case .reset:
          try await answering(within: .seconds(10)) { () async throws(StoreError) in
            try await resetSession()
          }
        case .identify:
          try await answering(within: .seconds(10)) { () async throws(StoreError) in
            try await learnIdentity()
          }
        }
      }
      return isUsable
    } catch {
      session.note(.lost)
      return false
    }
  }

  func wait(for readiness: SocketReadiness) async {
    // A wait resumes on the executor that its task prefers; without a preference, that is a thread of the pool.
    await withTaskExecutorPreference(queue) {
      await withCheckedContinuation { continuation in
        readiness.wait(unsafe PQsocket(handle.pointer), on: queue.queue) { continuation.resume() }
      }
    }
  }

  /// How the open transaction converts values to text.
  var printing: PostgresPrinting {
    PostgresPrinting(
      users: transaction.usesUsersSettings
        ? Array(
          (transaction.writing?.settings ?? userSettings).prefix(PostgresSettings.printing.count))
        : nil)
  }

  /// The settings for this server.
  var settings: PostgresSettings {
    PostgresSettings(lockTimeout: handle.lockTimeout, encoding: handle.serverEncoding)
  }

  /// Whether a transaction is open, failed or not.
  var isInTransaction: Bool { session.phase != .lost && handle.isInTransaction }

  /// Whether a statement in the open transaction failed, so that the server accepts no further statement.
  var hasFailed: Bool { unsafe PQtransactionStatus(handle.pointer) == PQTRANS_INERROR }

  /// Begins a transaction that writes, in which the user's settings hold.
  func beginWriting() async throws(StoreError) {
    try await run(
      "BEGIN; \(session.isDirect ? settings.forWriting : settings.forUsersTransaction)")
    transaction.writing = PostgresReadTransaction.Writing()
    session.note(.beganWriting)
  }

  /// Notes the settings of a transaction that writes, in which a user's statement can have changed them.
  func noteCurrentSettings() async throws(StoreError) {
    var current: [String] = []
    try await rows(script: "SELECT \(PostgresSettings.usersValues)") { row in
      current = PostgresSettings.printing.indices.map { row.text(at: $0) ?? "" }
    }
    transaction.writing?.settings = current
  }

  /// Ends a read-only transaction without waiting for the server to finish; the next use of the connection waits for
  /// it.
  ///
  /// It is rolled back and not committed, so that nothing is kept: a view's function may have changed session settings.
  func endReading() async {
    guard session.phase == .reading, isInTransaction, !hasFailed else { return await rollBack() }
    transaction = PostgresReadTransaction()
    do throws(StoreError) {
      try handle.send("ROLLBACK")
      session.note(.sentEnd)
    } catch {
      session.note(.lost)
    }
  }

  /// Rolls back the transaction, if one is open.
  ///
  /// - Parameter error: Why it ends.
  func rollBack(after error: (any Error)? = nil) async {
    if isInTransaction, hasFailed, !Task.isCancelled, error.map(PostgresFailure.isOfData) != true {
      // What is remembered may be the cause.
      catalogCache.forgetCatalogs()
      forgetStatements { _ in true }
    }
    transaction = PostgresReadTransaction()
    do throws(StoreError) {
      if isInTransaction {
        try handle.send("ROLLBACK")
        try await finishEnding()
      }
    } catch {}
    if !isInTransaction { session.note(.ended) }
  }
}

extension StoreError {
  static var cancelledWork: StoreError { StoreError(.cancelled, "the work was cancelled") }
}
