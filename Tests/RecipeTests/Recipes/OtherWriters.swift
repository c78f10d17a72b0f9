import SectionalSQLite

/// Has the file write down which contacts change, whoever changes them.
func followEveryWriter(of store: SQLiteStore) async throws {
  try await store.installChangeLog(for: ["contact"])
}
