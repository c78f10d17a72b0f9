import Foundation

/// A table of entries, with an index that has the order of their list; it is meant for tables that are longer than memory.
struct EntryTable: Sendable {
  let rows: Int

  /// The query of the first page, in five columns.
  static let firstPage = """
    SELECT id, name, note, 0.0, length(team) FROM entry ORDER BY team, name, id \
    LIMIT \(firstPageRows)
    """
  /// The number of rows that a list with a window has when it is opened.
  static let firstPageRows = 128
  /// The query that walks the index.
  static let walk = "SELECT team, name, id FROM entry ORDER BY team, name, id"

  /// The number of teams.
  var teams: Int { max(1, rows / 1000) }

  /// Returns the number of the team that an entry is in.
  func team(of id: Int64) -> Int { Int(id) * 7919 % teams }

  /// Returns the query of a page of a hundred rows, half a page behind a random position, in five columns.
  func page(_ generator: inout Generator) -> String {
    // The last team follows the position, so that the page is always full.
    let (team, name) = (generator.below(teams - 1), generator.below(1 << 32))
    return """
      SELECT id, name, note, 0.0, length(team) FROM entry
      WHERE (team, name, id) > (printf('team %05d', \(team)), printf('n-%010d', \(name)), 0)
      ORDER BY team, name, id LIMIT 100 OFFSET 50
      """
  }

  /// Returns the path of the table's file, which is created if it doesn't exist.
  func path(in folder: TemporaryFolder) throws -> String {
    let path = folder.path(of: "entries-\(rows).sqlite")
    if !FileManager.default.fileExists(atPath: path) { try fill(path) }
    return path
  }

  /// Creates the file; the names of consecutive entries are far apart.
  private func fill(_ path: String) throws {
    // With a journal, all pages would be written twice.
    try PlainDatabase(path: path).execute(
      """
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      CREATE TABLE entry(
        id INTEGER PRIMARY KEY, team TEXT NOT NULL, name TEXT NOT NULL, note TEXT NOT NULL);
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(rows))
      INSERT INTO entry
      SELECT n, printf('team %05d', n * 7919 % \(teams)),
        printf('n-%010d', n * 2654435761 % 4294967296), printf('note of %012d', n)
      FROM number WHERE n <= \(rows);
      CREATE INDEX entry_by_name ON entry(team, name, id);
      PRAGMA journal_mode = WAL;
      """)
  }

  /// Throws if SQLite doesn't walk the index alone.
  func checkWalk(of path: String) throws {
    let plan = try PlainDatabase(path: path).plan(of: EntryTable.walk)
    guard plan.contains(where: { $0.contains("COVERING INDEX") }),
      !plan.contains(where: { $0.contains("TEMP B-TREE") })
    else { throw BenchmarkError("SQLite doesn't walk the index alone: \(plan)") }
  }
}
