import Sectional

/// What a connection's own last commits touched.
///
/// Commits are numbered. That nobody else committed between two of them is known from the version: another
/// connection's commit changes it for good.
struct SQLiteLog: Sendable {
  private struct Commit {
    let number: Int64
    let rows: TouchedRows
  }

  /// How many rows are kept; a list that fell further behind reads everything again.
  private let capacity = 200_000
  private var commits: [Commit] = []
  private var rowCount = 0
  /// The number of the newest commit.
  private(set) var newest: Int64 = 0
  /// The oldest number from which every later commit is known.
  private var start: Int64 = 0

  /// Notes a commit; when the log is full its oldest commits are forgotten.
  mutating func append(_ rows: TouchedRows) {
    newest += 1
    commits.append(Commit(number: newest, rows: rows))
    rowCount += rows.count
    while rowCount > capacity, let oldest = commits.first {
      start = oldest.number
      rowCount -= oldest.rows.count
      commits.removeFirst()
    }
    if commits.count > capacity {
      let forgotten = commits.prefix(commits.count / 2)
      rowCount -= forgotten.reduce(0) { $0 + $1.rows.count }
      start = forgotten.last?.number ?? start
      commits.removeFirst(forgotten.count)
    }
  }

  /// Returns the rows of some tables that were touched after a commit.
  func changes(of tables: Set<String>, since number: Int64) -> ChangedKeys {
    guard number >= start else {
      return .everything(reason: "the log of changes does not reach back far enough")
    }
    var keys: Set<RowKey> = []
    for commit in commits.reversed() {
      if commit.number <= number { break }
      for table in tables {
        guard let rows = commit.rows.tables[table] else { continue }
        if rows.isUnknown {
          return .everything(reason: "too many rows changed, or nobody knows which")
        }
        for rowID in rows.rowIDs { keys.insert(RowKey(rowID: rowID)) }
        keys.formUnion(rows.keys)
      }
    }
    return .keys(keys)
  }
}
