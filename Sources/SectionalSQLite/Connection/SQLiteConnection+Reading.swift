import Sectional

extension SQLiteConnection {
  /// What distinguishes the state that the transaction reads from others, or `nil` if only SQLite's counters do.
  ///
  /// The main connection keeps the log from ending while it has the file open.
  var identity: SQLiteStoreVersion.Identity? {
    guard role == .main || shared.hasReaders || !handle.readsBeforeLog else { return nil }
    return handle.identity
  }

  /// Opens a connection that reads beside this one.
  nonisolated func makeReader() throws(StoreError) -> SQLiteConnection {
    guard !shared.isClosed else { throw .closedStore }
    return try SQLiteConnection(
      path: path, configuration, hook: hook, role: .reader, shared: shared)
  }

  /// Whether the file can be read again through this connection.
  var isUsable: Bool { !handle.isInTransaction && !handle.hasLostLog }

  /// Runs a body in the read transaction that has begun, and ends the transaction.
  nonisolated(nonsending) func ending<Output: Sendable>(
    _ body: (SQLiteReader) async throws -> Output
  ) async throws -> Output {
    do {
      let output = try await body(SQLiteReader(connection: self))
      await use { $0.end() }
      return output
    } catch {
      await use { $0.end() }
      throw error
    }
  }

  /// Whether the connection has the file and the memory that the main connection has.
  ///
  /// Both count: between the removal of a log and the replacement of its file, the main connection can open the old file again
  /// with a new log, which then is the log of the new file.
  private var sharesFiles: Bool { handle.files.map { $0 == shared.files } ?? false }

  /// Begins a read transaction that doesn't wait for the main connection.
  ///
  /// - Returns: Whether it has begun; only the main connection can read the file if it isn't in WAL mode, and if the state
  ///   that would be read can't be told from others.
  func beginBeside() throws(StoreError) -> Bool {
    // All connections must be closed before any of them sees the log that is there now.
    guard sharesFiles, !handle.hasLostLog, try begin() else { return false }
    if sharesFiles, handle.isInWALMode, identity != nil || handle.lastRead.snapshot == .unknown {
      return true
    }
    end()
    return false
  }
}
