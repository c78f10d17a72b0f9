import SectionalCSQLite
import SectionalTesting

// The public names of GRDB 7 that a recipe uses, with what they do there.

/// The kind of an event.
enum DatabaseEventKind {
  case insert(tableName: String)
  case delete(tableName: String)
  case update(tableName: String, columnNames: Set<String>)
}

/// A change of a row.
struct DatabaseEvent {
  enum Kind { case insert, delete, update }

  let kind: Kind
  let databaseName: String
  let tableName: String
  let rowID: Int64
}

protocol TransactionObserver: AnyObject {
  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool
  func databaseDidChange(with event: DatabaseEvent)
  func databaseWillCommit() throws
  func databaseDidCommit(_ db: Database)
  func databaseDidRollback(_ db: Database)
}

/// A connection that holds back the events of a savepoint until it is released, as GRDB does.
@safe final class Database {
  /// How long an observer is retained.
  enum TransactionObservationExtent { case databaseLifetime }
  /// How a savepoint ends.
  enum TransactionCompletion { case commit, rollback }

  private let handle: OpaquePointer
  fileprivate var observer: (any TransactionObserver)?
  /// The columns that the statement which is being prepared updates, by table.
  fileprivate var updates: [String: Set<String>] = [:]
  /// The number of open savepoints, and the events that were held back in them.
  private var savepoints = 0
  private var events: [DatabaseEvent] = []

  fileprivate init(path: String) throws {
    var opened: OpaquePointer?
    guard unsafe sqlite3_open(path, &opened) == SQLITE_OK, let handle = unsafe opened else {
      throw LawViolation(.oracle, "the file can't be opened")
    }
    unsafe self.handle = handle
    unsafe sqlite3_busy_timeout(handle, 10_000)
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    _ = unsafe sqlite3_update_hook(
      handle,
      { context, operation, schema, table, rowID in
        guard let table = unsafe table, let name = unsafe schema else { return }
        let kind: DatabaseEvent.Kind =
          operation == SQLITE_INSERT ? .insert : operation == SQLITE_DELETE ? .delete : .update
        unsafe database(at: context)?.notify(
          DatabaseEvent(
            kind: kind, databaseName: String(cString: name), tableName: String(cString: table),
            rowID: rowID))
      }, context)
    unsafe sqlite3_set_authorizer(
      handle,
      { context, action, table, column, _, _ in
        if action == SQLITE_UPDATE, let table = unsafe table, let column = unsafe column {
          unsafe database(at: context)?.updates[String(cString: table), default: []]
            .insert(String(cString: column))
        }
        return SQLITE_OK
      }, context)
    _ = unsafe sqlite3_commit_hook(
      handle,
      { context in
        do { try unsafe database(at: context)?.observer?.databaseWillCommit() } catch { return 1 }
        return 0
      }, context)
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  var totalChangesCount: Int { Int(unsafe sqlite3_total_changes64(handle)) }

  func add(transactionObserver: some TransactionObserver, extent: TransactionObservationExtent) {
    observer = transactionObserver
  }

  func execute(sql: String) throws {
    var statement: OpaquePointer?
    updates = [:]
    guard unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw LawViolation(.oracle, sql)
    }
    defer { unsafe sqlite3_finalize(statement) }
    for (table, columns) in updates {
      _ = observer?.observes(eventsOfKind: .update(tableName: table, columnNames: columns))
    }
    guard unsafe sqlite3_step(statement) == SQLITE_DONE else { throw LawViolation(.oracle, sql) }
  }

  func inSavepoint(_ operations: () throws -> TransactionCompletion) throws {
    try execute(sql: "SAVEPOINT grdb")
    let start = events.count
    savepoints += 1
    let completion = try operations()
    savepoints -= 1
    if completion == .rollback {
      try execute(sql: "ROLLBACK TO grdb")
      events.removeSubrange(start...)
    }
    try execute(sql: "RELEASE grdb")
    guard savepoints == 0 else { return }
    for event in events { observer?.databaseDidChange(with: event) }
    events = []
  }

  private func notify(_ event: DatabaseEvent) {
    if savepoints > 0 { events.append(event) } else { observer?.databaseDidChange(with: event) }
  }
}

private func database(at context: UnsafeMutableRawPointer?) -> Database? {
  unsafe context.map { unsafe Unmanaged.fromOpaque($0).takeUnretainedValue() }
}

/// A serial access to a file.
final class DatabaseQueue {
  let path: String
  private let database: Database

  init(path: String) throws {
    self.path = path
    database = try Database(path: path)
  }

  func writeWithoutTransaction(_ body: (Database) throws -> Void) throws { try body(database) }

  func write(_ body: (Database) throws -> Void) throws {
    try database.execute(sql: "BEGIN IMMEDIATE")
    do {
      try body(database)
      try database.execute(sql: "COMMIT")
      database.observer?.databaseDidCommit(database)
    } catch {
      try database.execute(sql: "ROLLBACK")
      database.observer?.databaseDidRollback(database)
      throw error
    }
  }
}
