import Foundation

/// The indexes that a table of items can have, in addition to that of its key.
enum ItemIndex: String {
  /// An index with the order of the list and all of its columns.
  case covering = "CREATE INDEX item_by_name ON item(team, name, id, score, rank)"
  /// An index with only the order, so that each row must be looked up.
  case lookups = "CREATE INDEX item_by_name ON item(team, name)"
  /// No index.
  case none = ""
}

/// Creates the files that are measured, each only once.
struct ItemFiles {
  let folder: TemporaryFolder
  private var paths: [String: String] = [:]

  init(in folder: TemporaryFolder) { self.folder = folder }

  /// Returns the file of a table; copy it instead of writing to it.
  mutating func path(rows: Int, index: ItemIndex) throws -> String {
    let name = "items-\(rows)-\(index).sqlite"
    if let path = paths[name] { return path }
    let path = folder.path(of: name)
    if index == .none {
      try fill(path, rows: rows)
    } else {
      try FileManager.default.copyItem(
        atPath: try self.path(rows: rows, index: .none), toPath: path)
      try PlainDatabase(path: path).execute(index.rawValue)
    }
    paths[name] = path
    return path
  }

  /// Writes rows in one transaction; after the file is closed, it holds everything, and no other files remain.
  private func fill(_ path: String, rows: Int) throws {
    let database = try PlainDatabase(path: path)
    try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
    try database.execute(
      """
      CREATE TABLE item(
        id INTEGER PRIMARY KEY, team TEXT NOT NULL, name TEXT NOT NULL, score REAL NOT NULL,
        rank INTEGER NOT NULL);
      BEGIN
      """)
    let insert = try database.prepare("INSERT INTO item VALUES (?, ?, ?, ?, ?)")
    for id in 1...Int64(rows) {
      try insert.bind(Item(random: id, among: rows))
      try insert.run()
    }
    try database.execute("COMMIT")
  }
}
