import Sectional
import SectionalSQL

extension SQLiteConnection {
  /// Runs a body as one transaction, and rolls the transaction back if the body throws.
  ///
  /// - Returns: What the body returns, and what changed, or `nil` if nothing did; `nil` if the body wasn't called because other
  ///   connections keep the memory of a log that was removed.
  func write<Output: Sendable>(
    tag: WriteTag?, _ body: @Sendable (SQLiteTransaction) throws -> Output
  ) throws -> (Output, TableRegion?)? {
    try checkIsOpen()
    try followPath()
    guard !handle.isReadOnly else {
      throw StoreError(
        .writeFailed,
        configuration.access != .readWrite
          ? "\(path) was opened for reading only; open it for writing"
          : "\(path) can't be written by this user; ask for write permission to it and its folder"
      )
    }
    guard try beginWriting() else { return nil }
    let hasLock = handle.hasWriteLock == true
    let start = handle.moment
    let transaction = SQLiteTransaction(handle, writeRecorder)
    defer {
      transaction.end()
      handle.noteOwnWrites()
      shared.noteReaders(beside: handle, writeRecorder.authorizer)
    }
    do {
      let counters = try counters(schema: try handle.integer("PRAGMA schema_version"))
      let output = try body(transaction)
      try transaction.checkIsOpen()
      let changesSchema = try handle.integer("PRAGMA schema_version") != counters.schema
      try checkLock(wasSeen: hasLock)
      // Lists that see the commit before it is noted wait for that.
      shared.commits.announce()
      defer { shared.commits.endAnnouncement() }
      try handle.execute("COMMIT")
      return (output, noteCommit(tag, from: start, counters, changesSchema: changesSchema))
    } catch {
      if handle.isInTransaction { try? handle.execute("ROLLBACK") }
      writeRecorder.discard()
      throw error
    }
  }

  /// Notes what a transaction has committed.
  ///
  /// - Parameters:
  ///   - tag: Its tag.
  ///   - start: The file's state before it.
  ///   - counters: What this connection had seen before it.
  ///   - changesSchema: Whether it changed the schema.
  /// - Returns: What changed, or `nil` if nothing did.
  private func noteCommit(
    _ tag: WriteTag?, from start: FileMoment?, _ counters: SQLiteCounters, changesSchema: Bool
  ) -> TableRegion? {
    let rows = writeRecorder.takeRows()
    let region = writeRecorder.takeRegion(of: rows)
    let now = handle.moment
    // Another program may have committed since, or may be about to, which the caller doesn't wait for.
    let data = try? handle.withoutWaiting { () throws(StoreError) in
      try handle.integer("PRAGMA data_version")
    }
    let isAlone = data == counters.data
    let step = isAlone ? start.flatMap { now?.ownStep(from: $0) } : nil
    let isEmpty = rows.tables.isEmpty && !changesSchema
    if !isEmpty || step?.changesFile == true {
      shared.commits.note(rows, tag, in: step, seenBy: counters)
    }
    if isEmpty { return nil }
    return changesSchema || isFillingLog() || isFarFromLook() ? .everything : region
  }

  /// Returns whether lists over other tables must look before the commits since their places are forgotten.
  private func isFarFromLook() -> Bool {
    let newest = shared.commits.newest
    guard newest - seen.commitAtLook > Int64(KnownCommits.most / 4) else { return false }
    seen.commitAtLook = newest
    return true
  }

  /// Returns whether the connection has changed so many rows that lists over other tables must look before the change log no
  /// longer reaches back to their places.
  private func isFillingLog() -> Bool {
    let changes = handle.totalChanges
    guard changes - seen.changesAtLook > Int64(QuietTables.reach) else { return false }
    seen.changesAtLook = changes
    let hasLog = try? handle.withoutWaiting { () throws(StoreError) in try handle.hasChangeLog() }
    return hasLog ?? true
  }

  /// Checkpoints and truncates the log of a file in WAL mode, unless that would mean waiting for others.
  func checkpoint() {
    guard !isClosed, !handle.isReadOnly, !handle.isInTransaction, handle.isInWALMode,
      !handle.hasLostLog
    else { return }
    try? handle.withoutWaiting { () throws(StoreError) in
      _ = try handle.integer("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  /// Checks that the write lock was not lost, if the system has shown that it reports the lock.
  private func checkLock(wasSeen: Bool) throws(StoreError) {
    guard wasSeen, handle.hasWriteLock == false || handle.hasLostLog else { return }
    throw StoreError(
      .writeFailed,
      "the lock on \(handle.path) was lost during the transaction, which was rolled back: "
        + "something else in this process opened and closed the file; make everything in the process "
        + "use one copy of SQLite, and don't open the file in any other way")
  }

  /// Takes the write lock, with hooks that know the tables as they are while it is held.
  ///
  /// - Returns: Whether it was taken; it was not if other connections keep the memory of a log that was removed.
  private func beginWriting() throws(StoreError) -> Bool {
    do throws(StoreError) { return try takeWriteLock() } catch {
      // What SQLite caches of a file that was overwritten may not belong to any file.
      guard error.code == .notAStore else { throw error }
      try reopen()
      return try takeWriteLock()
    }
  }

  private func takeWriteLock() throws(StoreError) -> Bool {
    var hasReopened = false
    while true {
      try handle.checkForOtherCopies()
      try writeRecorder.prepare(handle, schema: try handle.integer("PRAGMA schema_version"))
      writeRecorder.keepOldValues(of: shared.oldValues.columns(at: shared.commits.newest))
      writeRecorder.discard()
      try handle.execute("BEGIN IMMEDIATE")
      handle.noteFile()
      do throws(StoreError) {
        let schema = try handle.integer("PRAGMA schema_version")
        if writeRecorder.isPrepared(for: schema), !handle.isOutdated { return true }
      } catch {
        try? handle.execute("ROLLBACK")
        throw error
      }
      try handle.execute("ROLLBACK")
      // Writing pages that belong to another file would damage this one, and nobody reads what goes into a lost log.
      guard handle.isOutdated else { continue }
      if readersUseLostLog {
        throw StoreError(
          .writeFailed, "the log of \(path) was removed during the transaction; begin another one")
      }
      if hasReopened, try letGoOfLog() { return false }
      try reopen()
      hasReopened = true
    }
  }
}
