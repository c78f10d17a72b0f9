import Foundation
import Sectional
import SectionalCSQLite

/// Observes what each statement does while SQLite prepares it.
///
/// State: used only on the connection's queue, where statements are prepared.
@safe final class SQLiteAuthorizer {
  /// Whether deletes must be reported row by row, even if the table could be truncated.
  private let seesDeletes: Bool
  /// Whether statements are user-written and so may not begin or end transactions.
  var guardsTransactions = false
  /// Whether a temporary table or view may exist, which other connections don't see.
  private(set) var hasTemporaryTables = false
  /// The table or view that is being dropped, whose rows SQLite then asks to delete.
  private var dropped: String?
  /// What the statement being prepared reads, if a footprint was requested.
  private var footprint: StatementFootprint?

  /// The columns updated by the statements prepared since the last call to `takeUpdates()`, by table.
  private var updates: [String: Set<String>] = [:]

  init(seesDeletes: Bool) { self.seesDeletes = seesDeletes }

  /// Observes every statement of a connection, which must not outlive the authorizer.
  func install(on handle: SQLiteHandle) {
    unsafe sqlite3_set_authorizer(
      handle.pointer,
      { context, action, first, second, database, _ in
        guard let context = unsafe context else { return SQLITE_OK }
        let target = unsafe Unmanaged<SQLiteAuthorizer>.fromOpaque(context).takeUnretainedValue()
        return unsafe target.decide(
          action, first, second, in: unsafe Database(database))
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Returns which columns are updated by the statements prepared since the last call, including those prepared again
  /// while they ran, and forgets them.
  func takeUpdates() -> [String: Set<String>] {
    defer { updates = [:] }
    return updates
  }

  /// Returns what a statement reads.
  func footprint(
    of prepare: () throws(StoreError) -> Void
  ) throws(StoreError) -> StatementFootprint {
    footprint = StatementFootprint()
    defer { footprint = nil }
    try prepare()
    return footprint ?? StatementFootprint()
  }

  private func decide(
    _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?,
    in database: Database
  ) -> Int32 {
    let isTemporary = database == .temporary
    switch action {
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT, SQLITE_ATTACH, SQLITE_DETACH:
      return guardsTransactions ? SQLITE_DENY : SQLITE_OK
    case SQLITE_DROP_TABLE, SQLITE_DROP_TEMP_TABLE, SQLITE_DROP_VIEW, SQLITE_DROP_TEMP_VIEW,
      SQLITE_DROP_VTABLE:
      dropped = unsafe first.map { unsafe String(cString: $0) }
    case SQLITE_CREATE_TEMP_TABLE, SQLITE_CREATE_TEMP_VIEW: hasTemporaryTables = true
    case SQLITE_CREATE_VTABLE where isTemporary: hasTemporaryTables = true
    case SQLITE_DELETE where seesDeletes:
      return unsafe mayEmptyAtOnce(first.map { unsafe String(cString: $0) } ?? "")
        ? SQLITE_OK : SQLITE_IGNORE
    case SQLITE_SELECT: footprint?.selects += 1
    case SQLITE_READ:
      unsafe footprint?.columns[first.map { unsafe String(cString: $0) } ?? "", default: []]
        .insert(second.map { unsafe String(cString: $0) } ?? "")
      switch database {
      case .main: break
      case .temporary: footprint?.readsTemporaryTables = true
      case .attached(let name): footprint?.attachedDatabase = name
      }
    case SQLITE_FUNCTION:
      unsafe footprint?.functions.insert(
        second.map { unsafe String(cString: $0).lowercased() } ?? "")
    case SQLITE_UPDATE:
      unsafe updates[first.map { unsafe String(cString: $0) } ?? "", default: []]
        .insert(second.map { unsafe String(cString: $0) } ?? "")
    default: break
    }
    return SQLITE_OK
  }

  /// Returns whether a delete belongs to a DROP, which would be skipped if the delete were ignored.
  private func mayEmptyAtOnce(_ table: String) -> Bool {
    if table.hasPrefix("sqlite_") { return true }
    defer { dropped = nil }
    return table == dropped
  }
}

extension SQLiteAuthorizer {
  /// The database of a connection that a statement is about.
  fileprivate enum Database: Equatable {
    case main
    case temporary
    case attached(String)

    init(_ name: UnsafePointer<CChar>?) {
      guard let name = unsafe name, unsafe strcmp(name, "main") != 0 else {
        self = .main
        return
      }
      self = unsafe strcmp(name, "temp") == 0 ? .temporary : .attached(String(cString: name))
    }
  }
}
