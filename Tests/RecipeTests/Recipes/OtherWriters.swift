import SectionalSQLite

/// Makes the file log which contacts change, no matter which program changes them.
func followEveryWriter(of store: SQLiteStore) async throws {
  try await store.installChangeLog(for: ["contact"])
}

/// Makes the file also log what rows were before they changed.
func logOldValues(in store: SQLiteStore) async throws {
  try await store.installChangeLog(for: ["contact"], oldValuesOf: ["team", "name"])
}
