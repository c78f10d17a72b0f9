public import Sectional
import SectionalCSQLite
import SectionalSQL

/// An SQLite file that lists are made from, whoever writes to it.
///
/// What is written through the store is followed row by row. What others write is noticed by events of the file's folder
/// and by asking the file now and then; their rows are known where the file has a change log (``installChangeLog(for:)``),
/// and all are read again where it has none. There is one connection, on a queue of its own, where reads and writes take turns. The file is never converted to
/// another journal mode. When another file takes the path's place, the next read is of that one.
///
/// ```swift
/// let store = try SQLiteStore(path: "contacts.sqlite")
/// try await store.write { db in
///   try db.insert(Contact(id: 1, name: "Ada", team: nil))
///   try db.execute("UPDATE contact SET team = ? WHERE id = ?", ["Analysts", 1])
/// }
/// ```
public final class SQLiteStore: ResultsStore {
  /// A state of the file.
  public typealias Version = SQLiteStoreVersion
  /// What a read transaction offers.
  public typealias Reader = SQLiteReader

  let connection: SQLiteConnection
  let doorbells = DoorbellRegistry()
  private let semaphore = AsyncSemaphore()
  let poll: StorePoll

  /// Opens a file.
  ///
  /// A connection that writes enforces foreign keys.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - access: Whether the file may be written, and is created where it is missing.
  ///   - pollInterval: How often the file is asked whether another program wrote to it, besides what events tell. Where
  ///     the system has no events that tell of most writes, it is asked every 20 milliseconds, or at this interval if that
  ///     is shorter.
  ///   - busyTimeout: How long to wait for a program that holds the file.
  /// - Throws: `StoreError` when there is no such file or it may not be read.
  public convenience init(
    path: String, access: SQLiteAccess = .readWrite, pollInterval: Duration = .seconds(1),
    busyTimeout: Duration = .seconds(5)
  ) throws(StoreError) {
    try self.init(
      path: path, access: access, pollInterval: pollInterval, busyTimeout: busyTimeout,
      hook: .preupdate)
  }

  /// Opens a file with a certain way of noticing what is written through the store.
  package init(
    path: String, access: SQLiteAccess = .readWrite, pollInterval: Duration = .seconds(1),
    busyTimeout: Duration = .seconds(5), hasEvents: Bool = true, hook: SQLiteHook
  ) throws(StoreError) {
    let connection = try SQLiteConnection(
      path: path, access: access, hook: hook, busyTimeout: busyTimeout)
    self.connection = connection
    poll = StorePoll(
      every: hasEvents ? min(pollInterval, .milliseconds(20)) : pollInterval,
      withHintsEvery: pollInterval, ringing: doorbells, hintedBy: connection.hint,
      startingHints: {
        guard hasEvents else { return nil }
        return FolderEvents(ofFileAt: path, ringing: connection.hint)
      }, asking: { await connection.mayHaveChanged() })
  }

  /// The connection's queue.
  public var executor: any SerialExecutor { connection.queue }

  /// Runs a body inside one read transaction; others wait for it to end, so a body must not begin another one.
  public func read<Output: Sendable>(
    _ body: (SQLiteReader) async throws -> Output
  ) async throws -> Output {
    try await semaphore.withPermit {
      try await connection.begin()
      do {
        let output = try await body(SQLiteReader(connection: connection))
        await connection.end()
        return output
      } catch {
        await connection.end()
        throw error
      }
    }
  }

  /// Runs a body as one transaction: all of its writes become visible at once, or none when it throws.
  ///
  /// The write lock is taken at the start. Lists over the store hear of the changes when they can be read.
  ///
  /// - Parameter body: Called once, on the connection's queue; the transaction must not leave it.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, and `StoreError` when the file can't be written.
  @discardableResult public func write<Output: Sendable>(
    _ body: @Sendable (SQLiteTransaction) throws -> Output
  ) async throws -> Output {
    try await connection.write(semaphore, body, ringing: doorbells)
  }

  /// Runs a body as one transaction, for what it does and not for what it returns.
  ///
  /// - Parameter body: Called once, on the connection's queue; the transaction must not leave it.
  /// - Throws: What the body throws, and `StoreError` when the file can't be written.
  public func write(
    _ body: @Sendable (SQLiteTransaction) throws -> Void
  ) async throws {
    try await connection.write(semaphore, body, ringing: doorbells)
  }

  /// Returns the source that knows the store's own writes, and asks the file at an interval for those of others.
  public func changeSource() -> any ChangeSource<SQLiteStore> {
    SQLiteChangeSource(store: self)
  }

  /// Tells whether a version means something to other processes: it has a stamp, or a place in the file's change log.
  public static func isLasting(_ version: SQLiteStoreVersion) -> Bool {
    version.stamp?.isRacy == false || version.log != nil
  }

  /// Tells whether two versions have the same stamp.
  public static func hasSameContents(_ version: SQLiteStoreVersion, as other: SQLiteStoreVersion)
    -> Bool
  {
    version.hasStamp(of: other)
  }

  /// SQLite, whose functions a condition or a view can call.
  public static var library: String? { unsafe "SQLite \(String(cString: sqlite3_libversion()))" }

  /// Copies what waits in the log of a file in WAL mode into the file, as SQLite does when the last connection closes.
  ///
  /// After that the stamp of a version would be another one. Where another program reads or writes, nothing is done.
  public func settle() async {
    try? await semaphore.withPermit { await connection.checkpoint() }
  }

  /// Says that a table was written through another library, so that lists look at once.
  public func noteChanges(in table: String) { doorbells.ring(.all) }
}
