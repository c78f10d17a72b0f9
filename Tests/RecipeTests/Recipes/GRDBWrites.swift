import SectionalSQLite

final class GRDBWrites: TransactionObserver {
  private let writes: SQLiteWriteObserver

  init(reportingTo store: SQLiteStore) throws { writes = try store.makeWriteObserver() }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }

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
  dbQueue.add(transactionObserver: try GRDBWrites(reportingTo: store), extent: .databaseLifetime)
  return store
}
