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
  var isAbandoned = false
  /// Whether the server was told to end the transaction, but hasn't confirmed it yet.
  var isEnding = false
  /// Whether user-written statements may have changed the session's settings.
  var needsReset = false
  /// The base types of the domains that placeholders had.
  var baseTypes: [UInt32: UInt32] = [:]
  /// Whether the open transaction only reads, so that losing it loses no writes.
  var isReading = false
  /// The sources that the open transaction reads from.
  var sources: [RowSource: PostgresSource] = [:]
  /// The tables that were looked up before the transaction began.
  var relations: [String: PostgresRelation] = [:]
  /// What is remembered about the database from one transaction to the next.
  var catalogCache = PostgresCatalogCache()
  /// What the open transaction sees.
  var context: PostgresReadContext?
  /// The positions of tables' change logs in the open transaction, by table name.
  var places: [String: ChangeLogPlace] = [:]
  /// The layout of a table that was last requested in the open transaction, with its request.
  var layouts: [String: (request: RowRequest, layout: RowLayout)] = [:]
  /// The keys that the change log contained in the open transaction, as the log spells them.
  var loggedKeys: [RowKey: [[String]]] = [:]
  /// When to stop waiting for an answer.
  var deadline: ContinuousClock.Instant?
  /// Whether the server itself answers, rather than an intermediary that may give each transaction another session.
  var isDirect = false
  /// The named prepared statements, by their text.
  var statements: [String: PostgresStatement] = [:]
  var statementNumber = 0
  /// The server, timeline and database that it is connected to, and the user; `nil` on a standby, or if the user isn't
  /// allowed to know them.
  private(set) var identity: String?
  private var isIdentitySecret = false

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queue.asUnownedSerialExecutor()
  }

  private init(_ handle: sending PostgresHandle, on queue: SerialQueue) {
    self.queue = queue
    self.handle = handle
  }

  /// Connects.
  ///
  /// - Parameters:
  ///   - target: The server to connect to.
  ///   - queue: The queue for the connection's work.
  /// - Returns: A connection without a transaction.
  /// - Throws: `StoreError` if the server can't be reached, or refuses the connection.
  static func connect(
    to target: PostgresTarget, on queue: SerialQueue
  ) async throws -> PostgresConnection {
    let handle = try await start(target)
    let connection = PostgresConnection(handle, on: queue)
    try await connection.finishConnecting()
    return connection
  }

  /// Begins to connect, on a thread that may block while a host name is looked up.
  private static func start(_ target: PostgresTarget) async throws -> sending PostgresHandle {
    // Resuming a continuation publishes what was created before, which the thread sanitizer can't see; it can see a
    // lock.
    let isMade = Locked(false)
    defer { isMade.withLock { $0 = false } }
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        do throws(StoreError) {
          let handle = try PostgresHandle(connectingTo: target)
          isMade.withLock { $0 = true }
          continuation.resume(returning: handle)
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }

  private func finishConnecting() async throws(StoreError) {
    let deadline = ContinuousClock.now + handle.connectTimeout
    await wait(for: .writing)
    while true {
      guard !Task.isCancelled else { throw .cancelledWork }
      guard ContinuousClock.now < deadline else {
        throw StoreError(.unreachable, "the server doesn't answer; check host and port")
      }
      switch unsafe PQconnectPoll(handle.pointer) {
      case PGRES_POLLING_OK:
        unsafe PQsetnonblocking(handle.pointer, 1)
        cancellation = PostgresCancellation(handle)
        return try await answering(within: handle.connectTimeout) { () async throws(StoreError) in
          try await beginSession()
          try await learnIdentity()
        }
      case PGRES_POLLING_READING: await wait(for: .reading)
      case PGRES_POLLING_WRITING: await wait(for: .writing)
      default: throw handle.refusal
      }
    }
  }

  /// Determines which server it is connected to; without permission to know it, the connection has no versions.
  private func learnIdentity() async throws(StoreError) {
    do throws(StoreError) {
      try await rows(
        """
        SELECT CASE WHEN NOT pg_catalog.pg_is_in_recovery() THEN pg_catalog.concat_ws('.', system_identifier,
          pg_catalog.left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 8),
          (SELECT d.oid FROM pg_catalog.pg_database d
            WHERE d.datname OPERATOR(pg_catalog.=) pg_catalog.current_database()), current_user) END
        FROM pg_catalog.pg_control_system()
        """
      ) { self.identity = $0.text(at: 0) }
    } catch  where error.code == .accessDenied {
      isIdentitySecret = true
    }
  }

  /// Whether the connection is alive and has no transaction, or one that is ending.
  var isUsable: Bool { !isAbandoned && (isEnding || handle.isReady) }

  /// Prepares the connection for the next task, and resets the session if user-written statements may have changed it.
  ///
  /// - Returns: Whether it is ready; if it isn't, it must not be used again.
  func makeReady() async -> Bool {
    if isEnding, (try? await finishEnding()) == nil { return false }
    guard isUsable else { return false }
    guard needsReset || mayHaveMoved else { return true }
    do throws(StoreError) {
      if needsReset { try await resetSession() }
      if mayHaveMoved { try await learnIdentity() }
      return handle.isReady
    } catch {
      return false
    }
  }

  /// Whether the connection may now lead to another state of the server, or to another server: a standby can be
  /// promoted without ending its connections, and an intermediary can switch servers.
  private var mayHaveMoved: Bool { !isIdentitySecret && (identity == nil || !isDirect) }

  func wait(for readiness: SocketReadiness) async {
    // A wait resumes on the executor that its task prefers; without a preference, that is a thread of the pool.
    await withTaskExecutorPreference(queue) {
      await withCheckedContinuation { continuation in
        readiness.wait(unsafe PQsocket(handle.pointer), on: queue.queue) { continuation.resume() }
      }
    }
  }

  /// Whether a transaction is open, failed or not.
  var isInTransaction: Bool { !isAbandoned && handle.isInTransaction }

  /// Whether a statement in the open transaction failed, so that the server accepts no further statement.
  var hasFailed: Bool { unsafe PQtransactionStatus(handle.pointer) == PQTRANS_INERROR }

  /// Forgets what is known about tables, which may change from now on.
  func forgetSources() {
    sources = [:]
    relations = [:]
  }

  /// Forgets the state of a transaction.
  private func forgetTransaction() {
    isReading = false
    context = nil
    places = [:]
    layouts = [:]
    loggedKeys = [:]
    forgetSources()
  }

  /// Ends a read-only transaction without waiting for the server to finish; the next use of the connection waits for
  /// it.
  ///
  /// It is rolled back and not committed, so that nothing is kept: a view's function may have changed session settings.
  func endReading() async {
    guard isReading, isInTransaction, !hasFailed else { return await rollBack() }
    forgetTransaction()
    do throws(StoreError) {
      try handle.send("ROLLBACK")
      isEnding = true
    } catch {
      isAbandoned = true
    }
  }

  /// Rolls back the transaction, if one is open.
  func rollBack() async {
    if isInTransaction, hasFailed {
      // What is remembered may be the cause.
      catalogCache = PostgresCatalogCache()
      statements = [:]
    }
    forgetTransaction()
    if isInTransaction { _ = try? await run("ROLLBACK") }
  }
}

extension StoreError {
  static var cancelledWork: StoreError { StoreError(.cancelled, "the work was cancelled") }
}
