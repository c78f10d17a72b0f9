import CSQLite
import Foundation
import Sectional

/// Sees what each statement is about while SQLite prepares it.
///
/// State: used on the connection's queue only, where statements are prepared.
@safe final class SQLiteAuthorizer {
  /// Whether deletes must be reported row by row, although the table could be emptied at once.
  private let seesDeletes: Bool
  /// Whether statements come from outside, and may not begin or end transactions.
  var guardsTransactions = false
  /// The table or view that is being dropped, whose rows SQLite then asks to delete.
  private var dropped: String?
  /// What the statement being prepared reads, while somebody wants to know.
  private var footprint: StatementFootprint?

  init(seesDeletes: Bool) { self.seesDeletes = seesDeletes }

  /// Sees every statement of a connection, which must not outlive the authorizer.
  func install(on handle: SQLiteHandle) {
    unsafe sqlite3_set_authorizer(
      handle.pointer,
      { context, action, first, second, database, _ in
        guard let context = unsafe context else { return SQLITE_OK }
        let target = unsafe Unmanaged<SQLiteAuthorizer>.fromOpaque(context).takeUnretainedValue()
        return unsafe target.decide(action, first, second)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Finds out what a statement reads.
  func footprint(
    of prepare: () throws(StoreError) -> Void
  ) throws(StoreError) -> StatementFootprint {
    footprint = StatementFootprint()
    defer { footprint = nil }
    try prepare()
    return footprint ?? StatementFootprint()
  }

  private func decide(
    _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?
  ) -> Int32 {
    switch action {
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT, SQLITE_ATTACH, SQLITE_DETACH:
      return guardsTransactions ? SQLITE_DENY : SQLITE_OK
    case SQLITE_DROP_TABLE, SQLITE_DROP_TEMP_TABLE, SQLITE_DROP_VIEW, SQLITE_DROP_TEMP_VIEW,
      SQLITE_DROP_VTABLE:
      dropped = unsafe first.map { unsafe String(cString: $0) }
    case SQLITE_DELETE where seesDeletes:
      return unsafe mayEmptyAtOnce(first.map { unsafe String(cString: $0) } ?? "")
        ? SQLITE_OK : SQLITE_IGNORE
    case SQLITE_SELECT: footprint?.selects += 1
    case SQLITE_READ:
      unsafe footprint?.tables.insert(first.map { unsafe String(cString: $0) } ?? "")
    case SQLITE_FUNCTION:
      unsafe footprint?.functions.insert(
        second.map { unsafe String(cString: $0).lowercased() } ?? "")
    default: break
    }
    return SQLITE_OK
  }

  /// Tells whether a delete belongs to a DROP, which would be skipped if it were ignored.
  private func mayEmptyAtOnce(_ table: String) -> Bool {
    if table.hasPrefix("sqlite_") { return true }
    defer { dropped = nil }
    return table == dropped
  }
}

/// What a statement reads, and how.
struct StatementFootprint {
  /// The number of SELECTs, those in subqueries and views among them.
  var selects = 0
  /// The tables whose columns it reads.
  var tables: Set<String> = []
  /// The functions it calls, in lower case.
  var functions: Set<String> = []

  /// Whether a condition of the only SELECT over a table depends on one row of it alone.
  func isRowLocal(to table: String) -> Bool {
    selects == 1 && tables.isSubset(of: [table])
      && functions.isSubset(of: StatementFootprint.deterministicFunctions)
  }

  // What is not among these could depend on the clock, on chance, on the connection or on other rows.
  private static let deterministicFunctions: Set<String> = [
    "abs", "char", "coalesce", "format", "glob", "hex", "ifnull", "iif", "instr", "json_extract",
    "json_type", "json_valid", "json_array_length", "->", "->>", "length", "like", "lower", "ltrim",
    "max", "min", "nullif", "printf", "quote", "replace", "round", "rtrim", "sign", "substr",
    "substring", "trim", "typeof", "unicode", "upper", "zeroblob",
  ]
}
