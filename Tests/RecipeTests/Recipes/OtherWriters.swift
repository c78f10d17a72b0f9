import Sectional
import SectionalSQLite

/// Makes the file log which contacts change, no matter which program changes them.
func followEveryWriter(of store: SQLiteStore) async throws {
  try await store.installChangeLog(for: ["contact"])
}

/// Makes the file also log what rows were before they changed.
func logOldValues(in store: SQLiteStore) async throws {
  try await store.installChangeLog(for: ["contact"], oldValuesOf: ["team", "name"])
}

/// What a database logs of contacts.
struct ContactsLogging: Sendable {
  let statuses: [String: ChangeLogStatus]
  let columns: [String: [String]]
  /// The statements that would install the log again.
  let sql: [String]
}

/// Removes the log, and returns what it was like.
func stopLogging(in store: some OldValueLoggingStore) async throws -> ContactsLogging {
  let statuses = try await store.changeLogStatus(of: ["contact"])  // ["contact": .installed]
  let columns = try await store.changeLogColumns(of: ["contact"])  // ["contact": ["name", "team"]]
  try await store.uninstallChangeLog(for: ["contact"])
  let sql = try await store.changeLogStatements(for: ["contact"])  // to run in one transaction
  return ContactsLogging(statuses: statuses, columns: columns, sql: sql)
}
