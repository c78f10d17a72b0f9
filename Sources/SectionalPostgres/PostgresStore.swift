public import Sectional
import SectionalSQL

/// A PostgreSQL database that lists are made from, whoever writes to it.
///
/// Nothing connects before the first read. Each read is one read-only transaction in which everything is of one
/// version; a few of them can run at a time, each on a connection of a small pool. Where a table has a change log
/// (``installChangeLog(for:notifying:)``), lists hear of every commit by notifications and read the rows it changed; else
/// the server is asked at an interval whether anything was written, and if so all rows are read again.
///
/// ```swift
/// let store = try PostgresStore("postgres://ada@localhost/office")
/// try await store.write { db in
///   try await db.insert(Contact(id: 1, name: "Ada", team: nil))
///   try await db.execute("UPDATE contact SET team = $1 WHERE id = $2", ["Analysts", 1])
/// }
/// ```
public final class PostgresStore: ResultsStore {
  /// A state of the server.
  public typealias Version = PostgresStoreVersion
  /// What a read transaction offers.
  public typealias Reader = PostgresReader

  let watch: PostgresWatch
  private let queue: SerialQueue
  private let pool: ResourcePool<PostgresConnection>
  private let doorbells = DoorbellRegistry()

  /// Makes a store of a database, without connecting to it.
  ///
  /// Whatever the target doesn't say comes from where libpq looks: the environment (`PGHOST`, `PGUSER`, …), the service
  /// file, the password file. TLS is libpq's too: `sslmode=verify-full` and `sslrootcert` demand it.
  ///
  /// - Parameters:
  ///   - target: A connection string or URL; empty where everything comes from elsewhere.
  ///   - connectionLimit: How many connections there are at most.
  ///   - following: How lists hear of changes.
  ///   - pollInterval: How often the server is asked whether anything was written, where notifications don't tell.
  ///   - checkInterval: How often it is asked where they do, for what nobody notifies: a table that is dropped, a signal
  ///     that is lost.
  ///   - busyTimeout: How long to wait for a transaction that holds a table or a row, in whole seconds.
  /// - Throws: `StoreError` with code `cannotOpen` when the target can't be understood.
  public init(
    _ target: String = "", connectionLimit: Int = 4, following: PostgresFollowing = .notifications,
    pollInterval: Duration = .milliseconds(100), checkInterval: Duration = .seconds(15),
    busyTimeout: Duration = .seconds(5)
  ) throws(StoreError) {
    let target = try PostgresTarget(target, busyTimeout: busyTimeout)
    let queue = SerialQueue(label: "sectional.postgres")
    let pool = ResourcePool(
      atMost: connectionLimit,
      make: { try await PostgresConnection.connect(to: target, on: queue) },
      isUsable: { await $0.isUsable },
      makeReady: { await $0.makeReady() })
    self.queue = queue
    self.pool = pool
    watch = PostgresWatch(
      PostgresWatch.Settings(
        following: following, pollInterval: pollInterval, checkInterval: checkInterval),
      ringing: doorbells, asking: pool,
      connecting: { try await PostgresConnection.connect(to: target, on: queue) })
  }

  /// Returns a connection string or URL as it can be shown: without its password.
  ///
  /// - Throws: `StoreError` with code `cannotOpen` when the target can't be understood.
  public static func displayName(of target: String) throws(StoreError) -> String {
    try PostgresTarget(target).description
  }

  /// How many connections were lost so far.
  var losses: Int { pool.losses }

  /// The queue of all connections.
  public var executor: any SerialExecutor { queue }

  /// Runs a body inside one read transaction: `REPEATABLE READ`, `READ ONLY`, with the tables of the requests it was
  /// prepared for locked against being emptied or rewritten.
  ///
  /// The number of connections is limited, so a body must not begin another transaction.
  public func read<Output: Sendable>(
    _ body: (PostgresReader) async throws -> Output
  ) async throws -> Output {
    try await onConnection { try await body(PostgresReader(connection: $0)) }
  }

  /// Runs a body as one transaction: all of its writes become visible at once, or none when it throws.
  ///
  /// Lists over the store hear of the changes when they can be read.
  ///
  /// - Parameter body: Called once; the transaction must not leave it.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, and `StoreError` when the server refuses the writes.
  @discardableResult public func write<Output: Sendable>(
    _ body: (PostgresTransaction) async throws -> Output
  ) async throws -> Output {
    let output = try await onConnection { connection in
      try await connection.run("BEGIN")
      let transaction = PostgresTransaction(connection)
      defer { transaction.end() }
      let output = try await body(transaction)
      try await transaction.checkIsOpen()
      try await transaction.commit()
      return output
    }
    doorbells.ring(.all)
    return output
  }

  /// Lends a connection, on which no transaction is open afterwards.
  func onConnection<Output>(
    _ body: (PostgresConnection) async throws -> Output
  ) async throws -> Output {
    try await pool.use { connection in
      do {
        let output = try await body(connection)
        await connection.endReading()
        return output
      } catch {
        await connection.rollBack()
        throw error
      }
    }
  }

  /// Returns the source that hears of changes by notifications, or asks the server at an interval.
  public func changeSource() -> any ChangeSource<PostgresStore> {
    PostgresChangeSource(store: self)
  }

  /// Tells whether everything that a version shows was on the server's disk, so that the version stays what it is.
  public static func isLasting(_ version: PostgresStoreVersion) -> Bool { version.isLasting }

  /// Asks the server whether everything that a version shows has come to be on its disk.
  ///
  /// - Returns: The version, lasting if so.
  public func lasting(_ version: PostgresStoreVersion) async -> PostgresStoreVersion {
    guard !version.isOnDisk, version.isPermanent else { return version }
    let isOnDisk = try? await onConnection { try await $0.isOnDisk(version) }
    return isOnDisk == true ? version.onDisk : version
  }

  /// Tells whether a version shows the same transactions of one server and the same tables as an earlier one that lasts.
  public static func hasSameContents(
    _ version: PostgresStoreVersion, as other: PostgresStoreVersion
  ) -> Bool {
    version.provesSameContents(as: other)
  }

  /// Says that a table was written through another library, so that lists look at once.
  public func noteChanges(in table: String) { doorbells.ring(.all) }
}
