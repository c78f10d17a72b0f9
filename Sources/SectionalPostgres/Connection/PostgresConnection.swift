import Dispatch
import Sectional
import SectionalCPostgres
import SectionalSQL

/// One connection to a server, on its store's queue, where nothing waits: sockets say when they are ready.
///
/// It runs one statement at a time, for one task at a time.
actor PostgresConnection {
  nonisolated let queue: SerialQueue
  // State: guarded by the actor.
  let handle: PostgresHandle
  /// There is nothing to cancel before the server has told how.
  var cancellation: PostgresCancellation?
  var isAbandoned = false
  /// Whether the server was told to end the transaction, and nobody knows yet whether it did.
  var isEnding = false
  /// Whether statements of a user's may have changed settings of the session.
  var needsReset = false
  /// The base types of those domains that placeholders had.
  var baseTypes: [UInt32: UInt32] = [:]
  /// Whether the open transaction only reads, so that nothing is lost with it.
  var isReading = false
  /// What the open transaction was found to read from.
  var sources: [RowSource: PostgresSource] = [:]
  /// The tables that were found before it was opened.
  var relations: [String: PostgresRelation] = [:]
  /// What is remembered of the database from one transaction to the next.
  var catalogCache = PostgresCatalogCache()
  /// What the open transaction sees.
  var context: PostgresReadContext?
  /// Where the change logs of tables are in the open transaction, by the tables' names.
  var places: [String: ChangeLogPlace] = [:]
  /// The last layout that was asked for of a table in the open transaction, with its request.
  var layouts: [String: (request: RowRequest, layout: RowLayout)] = [:]
  /// The keys that the change log named in the open transaction, as it spells them.
  var loggedKeys: [RowKey: [[String]]] = [:]
  /// When to give up waiting for an answer.
  var deadline: ContinuousClock.Instant?
  /// Whether the server itself answers, and not something between that may hand each transaction to another session.
  var isDirect = false
  /// Statements that were prepared under a name, by their text.
  var statements: [String: PostgresStatement] = [:]
  var statementNumber = 0
  /// Which server, timeline and database it is connected to, and as whom; nothing on a standby, or where that is kept
  /// secret.
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
  ///   - target: Where to.
  ///   - queue: Where the connection's work is done.
  /// - Returns: A connection without a transaction.
  /// - Throws: `StoreError` when the server can't be reached, or refuses.
  static func connect(
    to target: PostgresTarget, on queue: SerialQueue
  ) async throws -> PostgresConnection {
    let handle = try await start(target)
    let connection = PostgresConnection(handle, on: queue)
    try await connection.finishConnecting()
    return connection
  }

  /// Begins to connect on a thread that may wait for the name of a host to be looked up.
  private static func start(_ target: PostgresTarget) async throws -> sending PostgresHandle {
    // A continuation hands over what was made before it is resumed, which the thread sanitizer can't see; a lock it can.
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

  /// Finds out which server it is; who may not be told does without a version.
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

  /// Whether it is there and has no transaction, or one that is ending.
  var isUsable: Bool { !isAbandoned && (isEnding || handle.isReady) }

  /// Makes the connection ready for the next task: as it was at first, if a user's statements may have changed that.
  ///
  /// - Returns: Whether it is; one that is not must not be used again.
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

  /// Whether the connection can lead to another state of the server, or another server, than before: a standby becomes a
  /// server of its own without ending its connections, and what stands between can go to another one.
  private var mayHaveMoved: Bool { !isIdentitySecret && (identity == nil || !isDirect) }

  func wait(for readiness: SocketReadiness) async {
    // A wait ends on the executor that its task prefers, which else is a thread of the pool.
    await withTaskExecutorPreference(queue) {
      await withCheckedContinuation { continuation in
        readiness.wait(unsafe PQsocket(handle.pointer), on: queue.queue) { continuation.resume() }
      }
    }
  }

  /// Whether a transaction is open, failed or not.
  var isInTransaction: Bool { !isAbandoned && handle.isInTransaction }

  /// Whether a statement of the open transaction failed, so that the server takes no further one.
  var hasFailed: Bool { unsafe PQtransactionStatus(handle.pointer) == PQTRANS_INERROR }

  /// Forgets what was found out of tables, which may be others from now on.
  func forgetSources() {
    sources = [:]
    relations = [:]
  }

  /// Forgets what belongs to a transaction.
  private func forgetTransaction() {
    isReading = false
    context = nil
    places = [:]
    layouts = [:]
    loggedKeys = [:]
    forgetSources()
  }

  /// Ends a transaction that only read, without waiting for the server to have done so: who comes next does.
  ///
  /// Nothing of it is kept, as a COMMIT would: a function behind a view can have changed the session's settings.
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

  /// Gives up what a transaction has done; without one there is nothing to give up.
  func rollBack() async {
    if isInTransaction, hasFailed {
      // What is remembered may be why.
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
