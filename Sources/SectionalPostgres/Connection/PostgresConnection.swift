import CPostgres
import Dispatch
import Sectional
import SectionalSQL

/// One connection to a server, on its store's queue, where nothing waits: sockets say when they are ready.
///
/// It runs one statement at a time, for one task at a time.
actor PostgresConnection {
  private nonisolated let queue: SerialQueue
  // State: guarded by the actor.
  private let handle: PostgresHandle
  private let cancellation: PostgresCancellation
  private var isAbandoned = false
  /// What the open transaction was found to read from.
  var sources: [RowSource: PostgresSource] = [:]
  /// Which server and database it is connected to; nothing on a standby, whose states can't be told apart.
  private(set) var identity: String?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queue.asUnownedSerialExecutor()
  }

  private init(_ handle: sending PostgresHandle, on queue: SerialQueue) {
    self.queue = queue
    cancellation = PostgresCancellation(handle)
    self.handle = handle
  }

  /// Connects.
  ///
  /// - Parameters:
  ///   - target: Where to.
  ///   - queue: Where the connection's work is done.
  /// - Returns: A connection without a transaction.
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
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        do throws(StoreError) {
          continuation.resume(returning: try PostgresHandle(connectingTo: target))
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }

  private func finishConnecting() async throws(StoreError) {
    let deadline = ContinuousClock.now + .seconds(15)
    while true {
      guard !Task.isCancelled else { throw .cancelledWork }
      guard ContinuousClock.now < deadline else {
        throw StoreError(.cannotOpen, "the server doesn't answer; check host and port")
      }
      switch unsafe PQconnectPoll(handle.pointer) {
      case PGRES_POLLING_OK:
        unsafe PQsetnonblocking(handle.pointer, 1)
        return try await beginSession()
      case PGRES_POLLING_READING: await wait(for: .reading)
      case PGRES_POLLING_WRITING: await wait(for: .writing)
      default: throw handle.refusal
      }
    }
  }

  /// Makes the texts of values independent of what the server, the database or the role are set to.
  private func beginSession() async throws(StoreError) {
    try await run(
      """
      SET datestyle = 'ISO'; SET intervalstyle = 'iso_8601'; SET extra_float_digits = 1;
      SET bytea_output = 'hex'; SET standard_conforming_strings = on
      """)
    try await rows(
      """
      SELECT CASE WHEN pg_is_in_recovery() THEN NULL ELSE system_identifier::text || '.' ||
        left(pg_walfile_name(pg_current_wal_lsn()), 8) || '.' ||
        (SELECT oid::text FROM pg_database WHERE datname = current_database()) END
      FROM pg_control_system()
      """
    ) { self.identity = $0.text(at: 0) }
  }

  private func wait(for readiness: SocketReadiness) async {
    await readiness.wait(unsafe PQsocket(handle.pointer), on: queue.queue)
  }

  /// Whether the next task can have it.
  var isReady: Bool { !isAbandoned && handle.isReady }

  /// Whether a transaction is open, failed or not.
  var isInTransaction: Bool { !isAbandoned && handle.isInTransaction }

  /// Whether a statement of the open transaction failed, so that the server takes no further one.
  var hasFailed: Bool { unsafe PQtransactionStatus(handle.pointer) == PQTRANS_INERROR }

  /// Gives up what a transaction has done; without one there is nothing to give up.
  func rollBack() async {
    sources = [:]
    if isInTransaction { _ = try? await run("ROLLBACK") }
  }

  /// Runs statements without arguments, for what they do.
  ///
  /// - Returns: How many rows the last one inserted, updated or deleted.
  @discardableResult func run(_ statements: String) async throws(StoreError) -> Int {
    try handle.send(statements)
    return try await finish { _ in }
  }

  /// Runs statements that may change what there is to read from.
  ///
  /// - Returns: How many rows the last one inserted, updated or deleted.
  func change(_ statements: String) async throws(StoreError) -> Int {
    sources = [:]
    return try await run(statements)
  }

  /// Runs one statement, for what it does.
  ///
  /// - Returns: How many rows were inserted, updated or deleted.
  @discardableResult func run(
    _ sql: String, _ arguments: [PostgresArgument]
  ) async throws(StoreError) -> Int {
    try await rows(sql, arguments) { _ in }
  }

  /// Runs one statement.
  ///
  /// - Parameters:
  ///   - sql: The statement, with placeholders `$1`, `$2`, ….
  ///   - arguments: The values of the placeholders, for whichever types the server finds them to have.
  ///   - body: Called for each row as it comes; the rows count when the call has returned without an error.
  /// - Returns: How many rows were inserted, updated or deleted.
  @discardableResult func rows(
    _ sql: String, _ arguments: [PostgresArgument] = [],
    _ body: (PostgresResult) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    guard !Task.isCancelled else { throw .cancelledWork }
    let texts = try await prepare(sql, arguments)
    try handle.sendPrepared(texts)
    return try await finish(body)
  }

  /// Prepares a statement.
  ///
  /// - Returns: The arguments as texts of the types that the server found the placeholders to have.
  private func prepare(
    _ sql: String, _ arguments: [PostgresArgument]
  ) async throws(StoreError) -> [String?] {
    try handle.sendPreparation(of: sql)
    try await finish { _ in }
    guard !arguments.isEmpty else { return [] }
    var types: [UInt32] = []
    try handle.sendDescription()
    try await finish { types = $0.parameterTypes }
    guard types.count == arguments.count else {
      throw StoreError(
        .invalidQuery,
        "the SQL has placeholders for \(types.count) arguments and there are \(arguments.count); "
          + "give one for each")
    }
    var texts: [String?] = []
    for (argument, type) in zip(arguments, types) {
      texts.append(try argument.text(for: PostgresType(oid: type)))
    }
    return texts
  }

  /// Returns the columns of a statement's rows, without running it.
  func columns(
    of sql: String, _ arguments: [PostgresArgument]
  ) async throws(StoreError) -> [(name: String, type: UInt32)] {
    var columns: [(name: String, type: UInt32)] = []
    _ = try await prepare(sql, arguments)
    try handle.sendDescription()
    try await finish { columns = $0.columns }
    return columns
  }

  /// Takes in every result; the first error is thrown when the connection is ready for the next statement.
  @discardableResult private func finish(
    _ body: (PostgresResult) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    let cancellation = cancellation
    let outcome = await withTaskCancellationHandler {
      await results(body)
    } onCancel: {
      cancellation()
    }
    // The request may reach the server late, when it would meet the next statement.
    if Task.isCancelled { isAbandoned = true }
    return try outcome.get()
  }

  private func results(
    _ body: (PostgresResult) throws(StoreError) -> Void
  ) async -> Result<Int, StoreError> {
    var failure: StoreError?
    var changes = 0
    do throws(StoreError) {
      while let result = try await nextResult() {
        // The server goes on until it has heard of a cancellation.
        guard failure == nil else { continue }
        do throws(StoreError) {
          switch result.status {
          case PGRES_SINGLE_TUPLE: try body(result)
          case PGRES_COMMAND_OK:
            changes = result.changes
            try body(result)
          case PGRES_TUPLES_OK: changes = result.changes
          case PGRES_EMPTY_QUERY:
            throw StoreError(.invalidQuery, "there is no statement in the SQL")
          case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
            isAbandoned = true
            throw StoreError(.unsupported, "COPY is not for here; run it in psql")
          default: throw StoreError(result.failure)
          }
        } catch {
          failure = error
          if isAbandoned { return .failure(error) }
        }
      }
    } catch {
      failure = failure ?? error
    }
    return failure.map { .failure($0) } ?? .success(changes)
  }

  private func nextResult() async throws(StoreError) -> PostgresResult? {
    var cancelled: ContinuousClock.Instant?
    while true {
      let unsent = unsafe PQflush(handle.pointer)
      guard unsent >= 0 else { throw handle.loss }
      if unsent == 0, unsafe PQisBusy(handle.pointer) == 0 {
        return unsafe PQgetResult(handle.pointer).map { unsafe PostgresResult($0) }
      }
      await wait(for: unsent == 0 ? .reading : .writing)
      guard unsafe PQconsumeInput(handle.pointer) == 1 else { throw handle.loss }
      guard Task.isCancelled else { continue }
      // A server that can't be reached any more hears of no cancellation.
      let start = cancelled ?? .now
      cancelled = start
      guard start.duration(to: .now) < .seconds(5) else {
        isAbandoned = true
        throw .cancelledWork
      }
    }
  }
}

extension StoreError {
  static var cancelledWork: StoreError { StoreError(.cancelled, "the work was cancelled") }
}
