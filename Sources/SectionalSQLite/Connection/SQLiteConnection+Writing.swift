import Sectional

extension SQLiteConnection {
  /// Runs a body as one transaction when it is its turn, and rings where it changed something.
  ///
  /// It rings from here, so that lists go on where the connection's work runs and no other thread has to wake for it.
  func write<Output: Sendable>(
    _ turnstile: Turnstile, _ body: @Sendable (SQLiteTransaction) throws -> Output,
    ringing doorbells: DoorbellRegistry
  ) async throws -> Output {
    let (output, tables) = try await turnstile.pass { try write(body) }
    if let tables { doorbells.ring(tables) }
    return output
  }

  /// Runs a body as one transaction, and takes it back when it throws.
  ///
  /// - Returns: What the body returns, and which tables changed, if any did.
  private func write<Output: Sendable>(
    _ body: @Sendable (SQLiteTransaction) throws -> Output
  ) throws -> (Output, TouchedTables?) {
    try followPath()
    guard !handle.isReadOnly else {
      throw StoreError(
        .writeFailed,
        "the file is open for reading only; it must be writable, and opened with access: .readWrite"
      )
    }
    try beginWriting()
    let transaction = SQLiteTransaction(handle, journal)
    defer { transaction.end() }
    do {
      let schema = try handle.integer("PRAGMA schema_version")
      let output = try body(transaction)
      try transaction.checkIsOpen()
      let changesSchema = try handle.integer("PRAGMA schema_version") != schema
      try handle.execute("COMMIT")
      return (output, journal.commit(changesSchema: changesSchema))
    } catch {
      if handle.isInTransaction { try? handle.execute("ROLLBACK") }
      journal.discard()
      throw error
    }
  }

  /// Empties the log of a file in WAL mode, unless that would mean to wait for others.
  func checkpoint() {
    guard !handle.isReadOnly, !handle.isInTransaction, handle.isInWALMode else { return }
    try? handle.withoutWaiting { () throws(StoreError) in
      _ = try handle.integer("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  /// Takes the write lock, with hooks that know the tables as they are under it.
  private func beginWriting() throws(StoreError) {
    while true {
      try journal.prepare(handle, schema: try handle.integer("PRAGMA schema_version"))
      journal.discard()
      try handle.execute("BEGIN IMMEDIATE")
      do throws(StoreError) {
        if journal.isPrepared(for: try handle.integer("PRAGMA schema_version")) { return }
      } catch {
        try? handle.execute("ROLLBACK")
        throw error
      }
      try handle.execute("ROLLBACK")
    }
  }
}
