import Sectional
import SectionalSQLite

/// A file with many small tables.
enum ManyTables {
  static let count = 1000
  static let rowsOfEach = 100

  /// Creates the file; after it is closed, it holds everything.
  static func fill(_ path: String) throws(BenchmarkError) {
    let database = try PlainDatabase(path: path)
    try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; BEGIN")
    for table in 0..<count {
      let name = name(of: table)
      try database.execute(
        "CREATE TABLE \(name)(id INTEGER PRIMARY KEY, team TEXT NOT NULL, name TEXT NOT NULL, "
          + "score REAL NOT NULL, rank INTEGER NOT NULL)")
      let insert = try database.prepare("INSERT INTO \(name) VALUES (?, ?, ?, ?, ?)")
      for id in 1...Int64(rowsOfEach) {
        try insert.bind(Item(random: id, among: rowsOfEach * 10))
        try insert.run()
      }
    }
    try database.execute("COMMIT")
  }

  /// Returns the request for the rows of a table, in teams and by name.
  static func request(of table: Int) -> ResultsRequest<StoredRow> {
    ResultsRequest(source: .table("list\(table)"), sortBy: [SortKey(.column("name"))])
  }

  /// Changes the contents of a row of a table.
  static func change(_ table: Int, _ number: Int) -> @Sendable (SQLiteTransaction) throws -> Void {
    { db in
      try db.execute(
        "UPDATE \(name(of: table)) SET score = ? WHERE id = ?",
        [Double(number) + 0.3, Int64(number % rowsOfEach + 1)])
    }
  }

  private static func name(of table: Int) -> String { "\"list\(table)\"" }
}
