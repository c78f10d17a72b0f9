import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalSQLite

extension SeedTable {
  /// The number of rows per statement, which keeps a statement's arguments to a few thousand.
  private var batch: Int { max(1, min(500, 5000 / columns.count)) }

  /// Drops the table that was loaded.
  func remove(from store: SQLiteStore) async throws {
    try await store.write { db in _ = try db.execute(removal) }
  }

  /// Drops the table that was loaded.
  func remove(from store: PostgresStore) async throws {
    try await store.write { db in _ = try await db.execute(removal) }
  }

  private var removal: String { "DROP TABLE \(QuotedIdentifier.quoted(name))" }

  /// Creates the table in a file and loads all rows in one transaction.
  func load(into store: SQLiteStore, _ progress: @escaping @Sendable (Int) -> Void) async throws {
    try await store.write { db in
      try db.execute(declaration { $0.sqliteName })
      for start in stride(from: 0, to: rows.count, by: batch) {
        for row in rows[start..<min(start + batch, rows.count)] {
          try db.execute(insertion(of: 1), row)
        }
        progress(min(start + batch, rows.count))
      }
    }
  }

  /// Creates the table on a server and loads all rows in one transaction.
  func load(
    into store: PostgresStore, _ progress: @escaping @Sendable (Int) -> Void
  ) async throws {
    for name in [name] + columns.map(\.name) where name.utf8.count > 63 {
      throw StoreError(
        .unsupported, "names in PostgreSQL have at most 63 bytes; shorten \(quoted(name))")
    }
    try await store.write { db in
      try await db.execute(declaration { $0.postgresName })
      for start in stride(from: 0, to: rows.count, by: batch) {
        let part = rows[start..<min(start + batch, rows.count)]
        try await db.execute(insertion(of: part.count), part.flatMap { $0 })
        progress(start + part.count)
      }
    }
  }

  private func declaration(_ typeName: (SeedType) -> String) -> String {
    let columns = columns.map { "\(QuotedIdentifier.quoted($0.name)) \(typeName($0.type))" }
    let key = keyColumns.map(QuotedIdentifier.quoted).joined(separator: ", ")
    return "CREATE TABLE \(QuotedIdentifier.quoted(name)) "
      + "(\(columns.joined(separator: ", ")), PRIMARY KEY (\(key)))"
  }

  private func insertion(of count: Int) -> String {
    let row = "(\(columns.map { _ in "?" }.joined(separator: ", ")))"
    return "INSERT INTO \(QuotedIdentifier.quoted(name)) VALUES "
      + Array(repeating: row, count: count).joined(separator: ", ")
  }
}
