import Sectional
import SectionalSQLite

final class GRDBWrites: TransactionObserver {
  let writes: SQLiteWriteObserver

  init(of db: Database, reportingTo store: SQLiteStore) throws {
    writes = try store.makeWriteObserver(totalChanges: db.totalChangesCount)
  }

  // GRDB asks this before each statement that writes.
  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool {
    if case .update(let table, let columns) = eventKind {
      writes.databaseWillUpdate(columns, of: table)
    }
    return true
  }

  func databaseDidChange(with event: DatabaseEvent) {
    guard event.databaseName == "main" else { return }
    switch event.kind {
    case .insert: writes.databaseDidChange(.insert, rowID: event.rowID, in: event.tableName)
    case .delete: writes.databaseDidChange(.delete, rowID: event.rowID, in: event.tableName)
    case .update: writes.databaseDidChange(.update, rowID: event.rowID, in: event.tableName)
    }
  }

  func databaseWillCommit() throws { writes.databaseWillCommit() }

  func databaseDidCommit(_ db: Database) {
    writes.databaseDidCommit(totalChanges: db.totalChangesCount)
  }

  func databaseDidRollback(_ db: Database) {
    writes.databaseDidRollback(totalChanges: db.totalChangesCount)
  }
}

func makeStore(besides dbQueue: DatabaseQueue) throws -> SQLiteStore {
  let store = try SQLiteStore(path: dbQueue.path)
  try dbQueue.writeWithoutTransaction { db in
    let writes = try GRDBWrites(of: db, reportingTo: store)
    db.add(transactionObserver: writes, extent: .databaseLifetime)
  }
  return store
}

func rollBackSavepoint(
  in db: Database, reportingTo writes: SQLiteWriteObserver, _ body: () throws -> Void
) throws {
  let before = db.totalChangesCount
  try db.inSavepoint {
    try body()
    return .rollback
  }
  writes.databaseDidUndo(changes: db.totalChangesCount - before)
}

/// Writes what a view already shows: the list's change set has the tag.
func writeTagged(
  _ tag: WriteTag, in dbQueue: DatabaseQueue, reportingTo writes: SQLiteWriteObserver,
  _ body: (Database) throws -> Void
) throws {
  try dbQueue.write { db in
    writes.databaseWillWrite(tag)
    try body(db)
  }
}
