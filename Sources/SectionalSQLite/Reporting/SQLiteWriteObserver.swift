public import Sectional

/// Reports the writes of a connection that the application owns, so that lists over a store follow them row by row
/// without a change log.
///
/// Each observer serves one connection. Call its methods on the connection's thread, in the moments of SQLite's hooks or of
/// GRDB's `TransactionObserver`:
///
/// - ``databaseWillUpdate(_:of:)`` before each statement that updates rows, as the authorizer reports its columns,
/// - ``databaseDidChange(_:rowID:in:)`` for each row, as `sqlite3_update_hook` reports it,
/// - ``databaseWillCommit()`` in the commit hook, and
/// - ``databaseDidCommit(totalChanges:)`` or ``databaseDidRollback(totalChanges:)`` once the transaction is over.
///
/// A report is used only if the file's own counter shows that the commit is the only one between the states before and after
/// it, and if SQLite counts as many rows as were reported. Otherwise lists read everything, as they do for another program's
/// commit.
///
/// The update hook doesn't report some writes. Most of them are found out: a `DELETE` without a condition; rows of tables without
/// rowids, which are read as a whole after each commit that doesn't report their keys; a row that gets another rowid, and the one
/// that it replaces, by the columns of ``databaseWillUpdate(_:of:)``. Rows that `REPLACE` removes aren't reported either: a table
/// with a unique index besides its rowid, or with `REPLACE` in its definition, is therefore read as a whole after each insert and
/// update, and so is a table after an update whose columns weren't reported, unless the observer is created with `mayReplaceRows:
/// false`. Report what `sqlite3_blob_write` writes with ``databaseDidChange(in:)``, a statement that fails in a transaction that
/// goes on with ``databaseDidFail()``, and rows that a savepoint undid with ``databaseDidUndo(changes:)`` if they weren't reported.
public final class SQLiteWriteObserver: Sendable {
  /// What happened to a row.
  public enum Write: Sendable, Hashable {
    /// It was inserted.
    case insert
    /// It was deleted.
    case delete
    /// Some of its cells were updated.
    case update
  }

  fileprivate struct State {
    var writes: ReportedWrites
    /// The file's state before the commit that is under way.
    var start: FileMoment?
    var isAnnounced = false
    /// The rows that SQLite had counted after the last transaction.
    var totalChanges: Int
    /// The tag of the transaction that is under way.
    var tag: WriteTag?
  }

  // State: guarded by its lock.
  private let state: Locked<State>
  private let witness: SQLiteConnection
  private let doorbells: DoorbellRegistry
  private let mayReplaceRows: Bool
  private let isInWALMode: Bool

  init(
    _ witness: SQLiteConnection, ringing doorbells: DoorbellRegistry, mayReplaceRows: Bool,
    totalChanges: Int
  ) {
    self.witness = witness
    self.doorbells = doorbells
    self.mayReplaceRows = mayReplaceRows
    isInWALMode = witness.useNow { $0.handle.isInWALMode }
    state = Locked(
      State(writes: ReportedWrites(mayReplaceRows: mayReplaceRows), totalChanges: totalChanges))
  }

  deinit {
    if state.withLock({ $0.isAnnounced }) { witness.shared.commits.endAnnouncement() }
  }

  /// Gives the transaction that is under way a tag, by which `ResultsChangeset.tag` recognizes its changes.
  ///
  /// Call this inside the transaction: with GRDB, in the closure of `write`. The tag ends with the transaction.
  public func databaseWillWrite(_ tag: WriteTag) { state.withLock { $0.tag = tag } }

  /// Reports that a statement is about to update some columns of a table.
  ///
  /// Call this before each statement that updates rows, and for the updates of its triggers and foreign keys too: with GRDB
  /// in `observes(eventsOfKind:)`, with an authorizer for `SQLITE_UPDATE` each time a statement is prepared, if each is
  /// prepared again before it runs. An update of the rowid shows nowhere else.
  ///
  /// - Parameters:
  ///   - columns: The columns' names; the rowid by one of its names, or by that of its column.
  ///   - table: The table's name as the schema has it.
  public func databaseWillUpdate(_ columns: Set<String>, of table: String) {
    state.withLock { $0.writes.noteColumns(columns, of: table) }
  }

  /// Reports that a row with a rowid was written.
  ///
  /// - Parameters:
  ///   - write: What happened to it.
  ///   - rowID: Its rowid after the write, or for a delete before it.
  ///   - table: The table's name as the schema has it. Tables of other databases than the main one aren't reported.
  public func databaseDidChange(_ write: Write, rowID: Int64, in table: String) {
    let doubts = state.withLock { state in
      state.writes.note(write, rowID: rowID, in: table)
      return isInWALMode ? nil : state.writes.takeDoubts(about: table)
    }
    // With a rollback journal, nobody can read the file any more when the transaction is about to commit.
    guard let doubts else { return }
    let areGone = witness.useNow { !$0.missing([table: doubts]).isEmpty }
    if areGone { databaseDidChange(in: table) }
  }

  /// Reports that a row of a table without rowids was written.
  ///
  /// - Parameters:
  ///   - key: The values of the primary key's columns, in the key's order.
  ///   - oldKey: Those before the write, if they were others.
  ///   - table: The table's name as the schema has it.
  public func databaseDidChange(
    key: [any ColumnValue], from oldKey: [any ColumnValue]? = nil, in table: String
  ) {
    let keys = [key, oldKey].compactMap(\.self).map { RowKey($0.cells) }
    state.withLock { $0.writes.note(keys, in: table) }
  }

  /// Reports that any rows of a table may have been written.
  public func databaseDidChange(in table: String) {
    state.withLock { $0.writes.noteUnknown(in: table) }
  }

  /// Reports that a statement failed in a transaction that goes on: SQLite has undone rows that were reported.
  public func databaseDidFail() {
    state.withLock { state in
      state.writes.noteFailure(
        "a statement failed in a reported transaction, so reported rows may not have been written")
    }
  }

  /// Reports that rows were written and undone again without having been reported, but are counted by SQLite.
  ///
  /// GRDB reports no rows of a savepoint that is rolled back. A connection whose update hook reports each row at once has
  /// nothing to report here.
  ///
  /// - Parameter changes: By how much the count of `sqlite3_total_changes64` grew meanwhile.
  public func databaseDidUndo(changes: Int) {
    state.withLock { $0.writes.noteUndone(changes) }
  }

  /// Reports that the connection is about to commit what was reported, while it holds the write lock.
  public func databaseWillCommit() {
    let doubts = state.withLock { $0.writes.doubts }
    let (start, changed) = witness.useNow { $0.examine(doubts) }
    let isFirst = state.withLock { state in
      for table in changed { state.writes.noteUnknown(in: table) }
      if state.isAnnounced {
        state.writes.noteFailure("the end of a transaction was not reported")
      } else {
        state.start = start
      }
      defer { state.isAnnounced = true }
      return !state.isAnnounced
    }
    if isFirst { witness.shared.commits.announce() }
  }

  /// Reports that the connection has committed.
  ///
  /// - Parameter totalChanges: What `sqlite3_total_changes64` returns for the connection: GRDB's `db.totalChangesCount`.
  public func databaseDidCommit(totalChanges: Int) {
    let mayReplaceRows = mayReplaceRows
    let report = state.withLock {
      $0.takeReport(totalChanges, ReportedWrites(mayReplaceRows: mayReplaceRows))
    }
    // Nothing was committed if nothing was announced or reported.
    guard
      report.isAnnounced || !report.writes.tables.isEmpty
        || report.writes.lack(counting: report.changes) != nil
    else { return }
    defer { if report.isAnnounced { witness.shared.commits.endAnnouncement() } }
    let changed = witness.useNow { witness in
      witness.note(
        report.writes, report.tag, from: report.start, counting: report.changes,
        mayReplaceRows: mayReplaceRows)
    }
    if let changed { doorbells.ring(changed) }
  }

  /// Reports that the connection has rolled its transaction back.
  ///
  /// - Parameter totalChanges: What `sqlite3_total_changes64` returns for the connection: GRDB's `db.totalChangesCount`.
  public func databaseDidRollback(totalChanges: Int) {
    let report = state.withLock {
      $0.takeReport(totalChanges, ReportedWrites(mayReplaceRows: mayReplaceRows))
    }
    if report.isAnnounced { witness.shared.commits.endAnnouncement() }
  }
}

extension SQLiteWriteObserver.State {
  /// Returns what was reported of a transaction, and begins with the next one.
  fileprivate mutating func takeReport(_ totalChanges: Int, _ next: ReportedWrites) -> Report {
    let report = Report(
      writes: writes, tag: tag, start: start, isAnnounced: isAnnounced,
      changes: totalChanges - self.totalChanges)
    self = Self(writes: next, totalChanges: totalChanges)
    return report
  }
}

/// What is known of a transaction once it is over.
private struct Report {
  let writes: ReportedWrites
  let tag: WriteTag?
  let start: FileMoment?
  let isAnnounced: Bool
  /// The number of written rows that SQLite counted.
  let changes: Int
}
