import Sectional
import SectionalSQLite

/// Takes back what a change set tells, such as the user's last change.
///
/// The list must show all rows of its table, and hide none: a row that entered it otherwise was there before, and would be deleted.
///
/// - Parameters:
///   - changeset: The change, whose rows have their contents.
///   - store: The list's store.
/// - Throws: `StoreError` if a row can't be written, and nothing is.
func undo<Record: StoredRecord>(
  _ changeset: ResultsChangeset<Record>, in store: SQLiteStore
) async throws {
  let inserted = changeset.rowChanges.filter { $0.kind == .insert }
    .compactMap { changeset.object(of: $0) }
  let others = changeset.rowChanges.compactMap { changeset.oldObject(of: $0) }
  try await store.write { db in
    for record in inserted { try db.delete(record) }
    for record in others { try db.upsert(record) }
  }
}
