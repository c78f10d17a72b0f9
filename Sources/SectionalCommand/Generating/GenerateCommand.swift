import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalSQLite

/// `sectional generate`: prints the Swift struct and its mapping for a table.
struct GenerateCommand {
  let options: GenerateOptions

  func run() async throws {
    ProgressLine.show("examining \(options.store.text)")
    let store = try options.store.openGenerating()
    StandardOutput.write(try await store.recordSource(of: options.table, named: options.name).text)
  }
}

/// A store of whose tables structs can be generated.
protocol GeneratingStore: ResultsStore {
  /// Returns the source code of a struct for the rows of a table.
  func recordSource(of table: String, named name: String?) async throws -> RecordSource
}

extension SQLiteStore: GeneratingStore {
  /// How many rows are looked at to find out what the columns hold.
  private static let sampleSize = 1000

  func recordSource(of table: String, named name: String?) async throws -> RecordSource {
    let table = try await description(ofTable: table)
    let rows = try await sample(of: table)
    // Core Data gives each of its tables this key.
    let isCoreData = table.columns.contains { $0.name == "Z_PK" }
    return RecordSource(table, named: name) { column in
      SwiftType.ofColumn(
        declared: column.declaredType, holding: rows.compactMap { $0[column.name] },
        isKey: column.keyPosition != nil, isCoreData: isCoreData)
    }
  }

  private func sample(of table: TableDescription) async throws -> [StoredRow] {
    // With its number, a row must not have more columns than SQLite takes.
    let columns = table.columns.prefix(1999).map { SQLiteStore.beginning(of: $0.name) }
    let request = ResultsRequest<StoredRow>(
      sql: """
        SELECT row_number() OVER () AS "sectional number", * FROM (
          SELECT \(columns.joined(separator: ", ")) FROM \(table.quotedName) LIMIT \(SQLiteStore.sampleSize))
        """, key: ["sectional number"])
    return try await read { reader in try await reader.fetch(request) }
  }

  /// Returns the SQL for as much of a column's values as tells their types: of blobs, only UUIDs are told apart.
  private static func beginning(of column: String) -> String {
    let name = QuotedIdentifier.quoted(column)
    return """
      CASE typeof(\(name)) WHEN 'text' THEN substr(\(name), 1, 4096)
        WHEN 'blob' THEN CASE WHEN length(\(name)) > 16 THEN zeroblob(17) ELSE \(name) END
        ELSE \(name) END AS \(name)
      """
  }
}

extension PostgresStore: GeneratingStore {
  func recordSource(of table: String, named name: String?) async throws -> RecordSource {
    RecordSource(try await description(ofTable: table), named: name) { column in
      SwiftType.ofColumn(declared: column.declaredType, isKey: column.keyPosition != nil)
    }
  }
}
