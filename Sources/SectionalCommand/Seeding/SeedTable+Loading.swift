import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalSQLite

extension SeedTable {
  /// Statements have room for a few thousand arguments.
  private var batch: Int { max(1, min(500, 5000 / columns.count)) }

  /// Takes back what was loaded.
  func remove(from store: SQLiteStore) async throws {
    try await store.write { db in _ = try db.execute(removal) }
  }

  /// Takes back what was loaded.
  func remove(from store: PostgresStore) async throws {
    try await store.write { db in _ = try await db.execute(removal) }
  }

  private var removal: String { "DROP TABLE \(QuotedIdentifier.quoted(name))" }

  /// Makes the table in a file and loads the rows, all or none.
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

  /// Makes the table on a server and loads the rows, all or none.
  func load(
    into store: PostgresStore, _ progress: @escaping @Sendable (Int) -> Void
  ) async throws {
    for name in [name] + columns.map(\.name) where name.utf8.count > 63 {
      throw StoreError(
        .unsupported, "PostgreSQL's names have 63 bytes at most; shorten \(quoted(name))")
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
