public import Sectional
import SectionalSQL

/// A PostgreSQL database that lists read from, whichever program writes to it.
///
/// The store doesn't connect before the first read. Each read is one read-only transaction that sees a single version;
/// several can run at the same time, each on a connection from a small pool. If a table has a change log
/// (``installChangeLog(for:notifying:)``), lists are notified of every commit and read the rows that it changed.
/// Otherwise the server is polled for whether anything was written, and if so, all rows are read again.
///
/// ```swift
/// let store = try PostgresStore("postgres://ada@localhost/office")
/// try await store.write { db in
///   try await db.insert(Contact(id: 1, name: "Ada", team: nil))
///   try await db.execute("UPDATE contact SET team = $1 WHERE id = $2", ["Analysts", 1])
/// }
/// ```
public final class PostgresStore: SettlingStore, SharingStore {
  /// A state of the server.
  public typealias Version = PostgresStoreVersion
  /// What a read transaction provides.
  public typealias Reader = PostgresReader

  let watch: PostgresWatch
  private let queue: SerialQueue
  private let busyTimeout: Duration
  private let pool: ResourcePool<PostgresConnection>
  let doorbells = DoorbellRegistry()
  /// The groups of its lists.
  package let sharing = StoreSharing()
  /// The tags of this store's latest transactions.
  let tags = TransactionTags()

  /// Creates a store for a database, without connecting to it.
  ///
  /// Whatever the target doesn't specify comes from where libpq looks for it: the environment (`PGHOST`, `PGUSER`, …),
  /// the service file and the password file. libpq also handles TLS: `sslmode=verify-full` and `sslrootcert` require
  /// it. Several hosts are tried one after the other, each for `connect_timeout` (15 seconds, unless it says another time).
  ///
  /// - Parameters:
  ///   - target: A connection string or URL; empty if everything comes from elsewhere.
  ///   - connectionLimit: The maximum number of connections that the store has open at a time: one that listens for
  ///     notifications, and the others for reading and writing. With a limit of 1, nothing listens, and the server is
  ///     polled. Connections that aren't used are closed after some seconds, all but one.
  ///   - following: How lists learn of changes.
  ///   - pollInterval: How often the server is asked whether anything was written, if notifications don't report it.
  ///   - checkInterval: How often the server is asked if notifications do report it, to find what they don't: an altered
  ///     table, or a lost signal.
  ///   - busyTimeout: How long to wait for a transaction that has locked a table or a row, in whole seconds.
  ///   - silenceTimeout: How long to wait for the next byte of an answer. After that, the connection counts as lost, and
  ///     lists read again. Choose a longer time if the server sorts for longer before it sends the first row.
  /// - Throws: `StoreError` with code `cannotOpen` if the target can't be parsed.
  public init(
    _ target: String = "", connectionLimit: Int = 3, following: PostgresFollowing = .notifications,
    pollInterval: Duration = .milliseconds(100), checkInterval: Duration = .seconds(2),
    busyTimeout: Duration = .seconds(5), silenceTimeout: Duration = .seconds(120)
  ) throws(StoreError) {
    let target = try PostgresTarget(
      target, busyTimeout: busyTimeout, silenceTimeout: silenceTimeout)
    let listens = following == .notifications && connectionLimit > 1
    let queue = SerialQueue(label: "sectional.postgres")
    let dependences = DependenceMemory()
    let connect: @Sendable () async throws -> PostgresConnection = {
      try await PostgresConnection.connect(to: target, on: queue, sharing: dependences)
    }
    let pool = ResourcePool(
      atMost: listens ? connectionLimit - 1 : connectionLimit, keepingFor: .seconds(2),
      lastFor: .seconds(60),
      make: connect,
      isUsable: { await $0.isUsable },
      makeReady: { await $0.makeReady() })
    self.queue = queue
    self.busyTimeout = busyTimeout
    self.pool = pool
    watch = PostgresWatch(
      PostgresWatch.Settings(
        following: following, hasListener: listens, pollInterval: pollInterval,
        checkInterval: checkInterval),
      ringing: doorbells, asking: pool,
      connecting: connect)
  }

  /// Returns a connection string or URL in a form that can be shown, without its password.
  ///
  /// - Throws: `StoreError` with code `cannotOpen` if the target can't be parsed.
  public static func displayName(of target: String) throws(StoreError) -> String {
    try PostgresTarget(target).description
  }

  /// Closes the connections: those that aren't in use at once, the others after their use.
  ///
  /// Afterwards nothing can be read or written, and lists over the store report an error.
  public func close() {
    watch.close()
    pool.close()
  }

  /// The number of connections that have been lost so far.
  var losses: Int { pool.losses }

  /// The queue of all connections.
  public var executor: any SerialExecutor { queue }

  /// Runs a body inside one read transaction: `REPEATABLE READ`, `READ ONLY`, with a lock that prevents the tables of
  /// the requests it was prepared for from being truncated or rewritten.
  ///
  /// The number of connections is limited, so a body must not begin another transaction. While another transaction has locked
  /// one of the tables, no connection is held: the body is called again from time to time, until the `busyTimeout`.
  public func read<Output: Sendable>(
    _ body: (PostgresReader) async throws -> Output
  ) async throws -> Output {
    let end = ContinuousClock.now + busyTimeout
    var pause = Duration.milliseconds(5)
    while true {
      var isLocked = false
      do {
        return try await onConnection { connection in
          do {
            return try await body(PostgresReader(connection: connection) { [pool] in pool.losses })
          } catch {
            isLocked = await connection.transaction.lacksLock
            throw error
          }
        }
      } catch  where isLocked && ContinuousClock.now < end {
        do { try await Task.sleep(for: pause) } catch { throw StoreError.cancelledWork }
        pause = min(pause * 2, .milliseconds(200))
      }
    }
  }

  /// Runs a body as one transaction: all its writes become visible at once, or none if it throws.
  ///
  /// Lists over the store are notified when the changes can be read.
  ///
  /// - Parameters:
  ///   - tag: A tag by which a list recognizes the changes that its view already shows. With one, the write takes one more
  ///     round trip.
  ///   - body: Called once; it must not let the transaction escape.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, and `StoreError` if the server rejects the writes.
  @discardableResult public func write<Output: Sendable>(
    tag: WriteTag? = nil, _ body: (PostgresTransaction) async throws -> Output
  ) async throws -> Output {
    let (output, ranOthers) = try await onConnection { connection in
      let losses = pool.losses
      try await connection.beginWriting()
      let transaction = PostgresTransaction(connection)
      defer { transaction.end() }
      let output = try await body(transaction)
      try await transaction.checkIsOpen()
      if let tag { try await tags.note(tag, losses: losses, on: connection) }
      let ranOthers = await connection.transaction.writing?.ranOtherStatements == true
      try await transaction.commit()
      return (output, ranOthers)
    }
    // Triggers notify the lists of all other tables, but only of statements that write rows.
    let known = doorbells.namedTables
    let unheard = TableRegion(allColumnsOf: watch.unheard(among: known))
    doorbells.ring(ranOthers ? .everything : unheard, knowing: known)
    return output
  }

  /// Calls a body with a connection, on which no transaction is open afterwards.
  func onConnection<Output>(
    _ body: (PostgresConnection) async throws -> Output
  ) async throws -> Output {
    try await pool.useForTransaction(body)
  }

  /// Returns a source that receives notifications of changes, or polls the server.
  public func changeSource() -> PostgresChangeSource {
    PostgresChangeSource(store: self)
  }

  /// Asks the server whether everything that a version shows is on its disk by now.
  ///
  /// - Returns: The version, marked as lasting if so.
  public func lasting(_ version: PostgresStoreVersion) async -> PostgresStoreVersion {
    guard !version.isOnDisk, version.isPermanent else { return version }
    let isOnDisk = try? await onConnection { try await version.isFlushed(on: $0) }
    return isOnDisk == true ? version.onDisk : version
  }

  /// Notes that a table was written through another library, so that its lists check the server at once.
  ///
  /// Lists whose rows depend on anything but one table check it too.
  ///
  /// - Parameter table: The table's name, with or without its schema.
  public func noteChanges(in table: String) {
    doorbells.ring { PostgresScanner.isName(table, of: $0) }
  }
}

extension ResourcePool where Resource == PostgresConnection {
  /// Calls a body with a connection, on which no transaction is open afterwards.
  func useForTransaction<Output>(
    _ body: (PostgresConnection) async throws -> Output
  ) async throws -> Output {
    try await use { connection in
      do {
        let output = try await body(connection)
        await connection.endReading()
        return output
      } catch {
        await connection.rollBack(after: error)
        throw error
      }
    }
  }
}
