public import Sectional
import SectionalSQL

/// An SQLite file that lists read from, whichever program writes to it.
///
/// Writes through the store are followed row by row. Other writes are noticed through events of the file's folder and
/// by polling the file. If the file has a change log (``installChangeLog(for:)``), the changed rows are known;
/// otherwise all rows are read again.
///
/// If the file is in WAL mode, reads have connections of their own, so that they hold up neither writes nor each other.
/// With a rollback journal, reads and writes take turns on one connection. The file is never converted to another journal
/// mode. If another file takes its place at the path, the next read reads that file.
///
/// ```swift
/// let store = try SQLiteStore(path: "contacts.sqlite")
/// try await store.write { db in
///   try db.insert(Contact(id: 1, name: "Ada", team: nil))
///   try db.execute("UPDATE contact SET team = ? WHERE id = ?", ["Analysts", 1])
/// }
/// ```
public final class SQLiteStore: SettlingStore, ImmediateStore, SharingStore {
  /// A state of the file.
  public typealias Version = SQLiteStoreVersion
  /// What a read transaction provides.
  public typealias Reader = SQLiteReader

  let connection: SQLiteConnection
  private let readers: ResourcePool<SQLiteConnection>
  let doorbells = DoorbellRegistry()
  /// The groups of its lists.
  package let sharing = StoreSharing()
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
    var configuration = SQLiteConfiguration()
    configuration.access = access
    configuration.pollInterval = pollInterval
    configuration.busyTimeout = busyTimeout
    try self.init(path: path, configuration: configuration)
  }

  /// Opens a file with a configuration.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - configuration: How to open it and each connection to it.
  /// - Throws: `StoreError` if the file doesn't exist or can't be read, or a connection can't be prepared.
  public convenience init(
    path: String, configuration: SQLiteConfiguration
  ) throws(StoreError) {
    try self.init(path: path, configuration, hasEvents: true, hook: .preupdate)
  }

  /// Opens a file, with a given way to detect writes through the store.
  package convenience init(
    path: String, access: SQLiteAccess = .readWrite, pollInterval: Duration = .seconds(1),
    busyTimeout: Duration = .seconds(5), hasEvents: Bool = true, hook: SQLiteHook
  ) throws(StoreError) {
    var configuration = SQLiteConfiguration()
    configuration.access = access
    configuration.pollInterval = pollInterval
    configuration.busyTimeout = busyTimeout
    try self.init(path: path, configuration, hasEvents: hasEvents, hook: hook)
  }

  private init(
    path: String, _ configuration: SQLiteConfiguration, hasEvents: Bool, hook: SQLiteHook
  ) throws(StoreError) {
    let connection = try SQLiteConnection(path: path, configuration, hook: hook)
    let pollInterval = configuration.pollInterval
    self.connection = connection
    readers = ResourcePool(
      atMost: 4, keepingFor: .seconds(10), lastFor: .seconds(60),
      make: { try connection.makeReader() },
      isUsable: { reader in await reader.use { $0.isUsable } },
      makeReady: { _ in true })
    poll = StorePoll(
      every: hasEvents ? min(pollInterval, .milliseconds(20)) : pollInterval,
      withHintsEvery: pollInterval, ringing: doorbells, hintedBy: connection.hint,
      startingHints: {
        guard hasEvents else { return nil }
        return FolderEvents(ofFileAt: path, ringing: connection.hint)
      }, asking: { await connection.changedRegion(among: $0) })
  }

  /// A queue of its own for each list, so that lists don't wait for each other.
  public var executor: any SerialExecutor { SerialQueue(label: "sectional.sqlite.list") }

  /// Runs a body inside one read transaction; a body must not begin another one.
  ///
  /// With a rollback journal, others wait for it to end. In WAL mode, up to four reads run at the same time.
  public func read<Output: Sendable>(
    _ body: (SQLiteReader) async throws -> Output
  ) async throws -> Output {
    if connection.shared.canReadBeside, let output = try await readBeside(body) { return output }
    return try await semaphore.withPermit {
      try await withCurrentLog {
        try await connection.use { connection throws(StoreError) in
          try connection.begin() ? () : nil
        }
      }
      return try await connection.ending(body)
    }
  }

  /// Runs a body on the main connection as long as it returns `nil` because the log was removed, and other connections of this
  /// process keep its memory: those of this store are closed, and others are waited for.
  ///
  /// - Throws: `StoreError` with code `busy` if they keep it for longer than the busy timeout.
  private func withCurrentLog<Output>(_ body: () async throws -> Output?) async throws -> Output {
    let deadline = ContinuousClock.now + connection.configuration.busyTimeout
    await closeReadersOfLostLog()
    while true {
      if let output = try await body() { return output }
      guard ContinuousClock.now < deadline else { throw StoreError.keptLog(of: connection.path) }
      connection.shared.stopReaders()
      await readers.empty()
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Runs a body inside one read transaction on a connection of its own, which waits for another program's lock, but for
  /// nothing in this process.
  public func readAtOnce<Output: Sendable>(
    _ body: (SQLiteReader) async throws -> Output
  ) async throws -> Output {
    guard !connection.shared.hasTemporaryTables else {
      throw StoreError(
        .unsupported,
        "a temporary table or view exists, which only one connection sees; fetch with performFetch")
    }
    let reader = try connection.makeReader()
    let hasBegun = try await reader.use { reader throws(StoreError) in try reader.begin() }
    guard hasBegun else {
      // Only the main connection can let go of the log, which another attempt then no longer finds.
      Task { try? await read { _ in } }
      throw StoreError.keptLog(of: connection.path)
    }
    return try await reader.ending(body)
  }

  /// Closes all connections for reading if the log of a file in WAL mode was removed: the connections of a process share
  /// the log's memory, and would go on with the one that is gone.
  private func closeReadersOfLostLog() async {
    guard await connection.use({ $0.readersUseLostLog }) else { return }
    connection.shared.stopReaders()
    await readers.empty()
  }

  /// Runs a body inside a read transaction on a connection besides the main one.
  ///
  /// - Returns: What the body returns, or `nil` if it wasn't called because only the main connection can read the file.
  private func readBeside<Output: Sendable>(
    _ body: (SQLiteReader) async throws -> Output
  ) async throws -> Output? {
    try await readers.use { reader in
      let hasBegun = try await reader.use { reader throws(StoreError) in
        try reader.beginBeside()
      }
      return hasBegun ? try await reader.ending(body) : nil
    }
  }

  /// Runs a body as one transaction: all its writes become visible at once, or none if it throws.
  ///
  /// The write lock is taken at the start. Lists over the store are notified when the changes can be read.
  ///
  /// - Parameters:
  ///   - tag: A tag by which a list recognizes the changes that its view already shows.
  ///   - body: Called once, on the connection's queue; it must not let the transaction escape.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, and `StoreError` if the file can't be written.
  @discardableResult public func write<Output: Sendable>(
    tag: WriteTag? = nil, _ body: @Sendable (SQLiteTransaction) throws -> Output
  ) async throws -> Output {
    let (output, region) = try await semaphore.withPermit {
      try await withCurrentLog { try await connection.write(tag: tag, body) }
    }
    if let region { doorbells.ring(region) }
    return output
  }

  /// Closes the file once the reads and writes under way have ended; later ones are errors with code `cannotOpen`.
  ///
  /// Stop the lists over the store before, or they become stale. Without this call the file is closed with the last
  /// reference to the store and its lists.
  public func close() async {
    readers.close()
    await readers.empty()
    try? await semaphore.withPermit { await connection.use { $0.close() } }
  }

  /// Creates an observer for a connection that the application owns, which writes to the same file.
  ///
  /// - Parameters:
  ///   - mayReplaceRows: Whether the connection's statements may use `REPLACE`, or write to tables that resolve conflicts
  ///     that way.
  ///   - totalChanges: What `sqlite3_total_changes64` returns for the connection now: zero if it is new.
  /// - Returns: The observer, whose methods the connection's hooks call.
  /// - Throws: `StoreError` if the file can't be opened.
  public func makeWriteObserver(
    mayReplaceRows: Bool = true, totalChanges: Int = 0
  ) throws(StoreError) -> SQLiteWriteObserver {
    let witness = try connection.makeReader()
    try witness.useNow { witness throws(StoreError) in try witness.prepareToExamine() }
    return SQLiteWriteObserver(
      witness, ringing: doorbells, mayReplaceRows: mayReplaceRows, totalChanges: totalChanges)
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
