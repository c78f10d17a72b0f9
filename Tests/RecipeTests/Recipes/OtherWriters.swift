import SectionalSQLite

/// Makes the file log which contacts change, no matter which program changes them.
func followEveryWriter(of store: SQLiteStore) async throws {
  try await store.installChangeLog(for: ["contact"])
}
