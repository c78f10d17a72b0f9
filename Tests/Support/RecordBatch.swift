package import Sectional
package import SectionalPostgres
package import SectionalSQLite

/// Writes of records that any store can perform in one transaction.
package struct RecordBatch: Sendable {
  /// A write in the form of each store.
  private struct Write: Sendable {
    let memory: @Sendable (inout MemoryTransaction) throws -> Void
    let sqlite: @Sendable (SQLiteTransaction) throws -> Void
    let postgres: @Sendable (PostgresTransaction) async throws -> Void
  }

  private var writes: [Write] = []

  package init() {}

  /// Inserts a record whose key is unused.
  package mutating func insert(_ record: some StoredRecord) {
    writes.append(
      Write(
        memory: { try $0.insert(record) }, sqlite: { try $0.insert(record) },
        postgres: { try await $0.insert(record) }))
  }

  /// Updates the record with the same key, if there is one.
  package mutating func update(_ record: some StoredRecord) {
    writes.append(
      Write(
        memory: { _ = try $0.update(record) }, sqlite: { _ = try $0.update(record) },
        postgres: { _ = try await $0.update(record) }))
  }

  /// Replaces the record with the same key, or inserts a new one.
  package mutating func upsert(_ record: some StoredRecord) {
    writes.append(
      Write(
        memory: { try $0.upsert(record) }, sqlite: { try $0.upsert(record) },
        postgres: { try await $0.upsert(record) }))
  }

  /// Deletes the record with the same key, if there is one.
  package mutating func delete(_ record: some StoredRecord) {
    writes.append(
      Write(
        memory: { _ = try $0.delete(record) }, sqlite: { _ = try $0.delete(record) },
        postgres: { _ = try await $0.delete(record) }))
  }

  /// Fails, so that the whole transaction is rolled back.
  package mutating func fail(with error: any Error) {
    writes.append(
      Write(
        memory: { _ in throw error }, sqlite: { _ in throw error },
        postgres: { _ in throw error }))
  }

  /// Performs writes in savepoints, which are rolled back alone if they fail; the error is ignored.
  package mutating func attempt(_ body: (inout RecordBatch) throws -> Void) rethrows {
    var inner = RecordBatch()
    try body(&inner)
    let parts = inner.writes
    writes.append(
      Write(
        memory: { db in
          _ = try? db.savepoint { nested in for part in parts { try part.memory(&nested) } }
        },
        sqlite: { db in
          _ = try? db.savepoint { nested in for part in parts { try part.sqlite(nested) } }
        },
        postgres: { db in
          _ = try? await db.savepoint { nested in
            for part in parts { try await part.postgres(nested) }
          }
        }))
  }

  /// Writes in one transaction to a store in memory.
  package func run(on store: MemoryStore, tag: WriteTag? = nil) throws {
    try store.write(tag: tag) { db in for write in writes { try write.memory(&db) } }
  }

  /// Writes in one transaction to a file.
  package func run(on store: SQLiteStore, tag: WriteTag? = nil) async throws {
    try await store.write(tag: tag) { db in for write in writes { try write.sqlite(db) } }
  }

  /// Writes in one transaction to a server.
  package func run(on store: PostgresStore, tag: WriteTag? = nil) async throws {
    try await store.write(tag: tag) { db in for write in writes { try await write.postgres(db) } }
  }
}
