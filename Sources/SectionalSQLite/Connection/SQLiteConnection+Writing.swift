import Sectional

extension SQLiteConnection {
  /// Runs a body as one transaction, and takes it back when it throws.
  ///
  /// - Returns: What the body returns, and whether anything changed.
  func write<Output: Sendable>(
    _ body: @Sendable (SQLiteTransaction) throws -> Output
  ) throws -> (Output, changed: Bool) {
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
