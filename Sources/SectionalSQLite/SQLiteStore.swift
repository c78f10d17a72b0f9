public import Sectional
import SectionalSQL

/// An SQLite file that lists read from, whichever program writes to it.
///
/// Writes through the store are followed row by row. Other writes are noticed through events of the file's folder and
/// by polling the file. If the file has a change log (``installChangeLog(for:)``), the changed rows are known;
/// otherwise all rows are read again.
///
/// The store has one connection with its own queue, on which reads and writes take turns. The file is never converted
/// to another journal mode. If another file takes its place at the path, the next read reads that file.
///
/// ```swift
/// let store = try SQLiteStore(path: "contacts.sqlite")
/// try await store.write { db in
///   try db.insert(Contact(id: 1, name: "Ada", team: nil))
///   try db.execute("UPDATE contact SET team = ? WHERE id = ?", ["Analysts", 1])
/// }
/// ```
public final class SQLiteStore: SettlingStore {
  /// A state of the file.
  public typealias Version = SQLiteStoreVersion
  /// What a read transaction provides.
  public typealias Reader = SQLiteReader

  let connection: SQLiteConnection
  let doorbells = DoorbellRegistry()
  private let semaphore = AsyncSemaphore()
  let poll: StorePoll

  /// Opens a file.
  ///
  /// A connection that can write enforces foreign keys.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - access: Whether the file can be written, and is created if it is missing.
  ///   - pollInterval: How often to check whether another program wrote to the file, in addition to events. If the
  ///     system has no events that report most writes, the file is checked every 20 milliseconds, or at this interval
  ///     if it is shorter.
  ///   - busyTimeout: How long to wait for a program that has locked the file.
  /// - Throws: `StoreError` if the file doesn't exist or can't be read.
  public convenience init(
    path: String, access: SQLiteAccess = .readWrite, pollInterval: Duration = .seconds(1),
    busyTimeout: Duration = .seconds(5)
  ) throws(StoreError) {
    try self.init(
      path: path, access: access, pollInterval: pollInterval, busyTimeout: busyTimeout,
      hook: .preupdate)
  }

  /// Opens a file, with a given way to detect writes through the store.
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
      }, asking: { await connection.changedRegion(among: $0) })
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

  /// Runs a body as one transaction: all its writes become visible at once, or none if it throws.
  ///
  /// The write lock is taken at the start. Lists over the store are notified when the changes can be read.
  ///
  /// - Parameter body: Called once, on the connection's queue; it must not let the transaction escape.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, and `StoreError` if the file can't be written.
  @discardableResult public func write<Output: Sendable>(
    _ body: @Sendable (SQLiteTransaction) throws -> Output
  ) async throws -> Output {
    try await connection.write(semaphore, body, ringing: doorbells)
  }

  /// Returns a source that knows the store's own writes, and polls the file for those of others.
  public func changeSource() -> SQLiteChangeSource {
    SQLiteChangeSource(store: self)
  }

  /// Runs a checkpoint that copies the log of a file in WAL mode into the file, as SQLite does when the last connection
  /// closes.
  ///
  /// A later checkpoint would change the stamp of a version. If another program is reading or writing, nothing is done.
  public func settle() async {
    try? await semaphore.withPermit { await connection.checkpoint() }
  }

  /// Notes that a table was written through another library, so that its lists check the file at once.
  ///
  /// Lists that depend on views or statements that read the table check it too.
  ///
  /// - Parameter table: The table's name.
  public func noteChanges(in table: String) {
    doorbells.ring { Names.folded($0) == Names.folded(table) }
  }
}
