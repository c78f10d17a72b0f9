/// What the rows of one table were before each of the latest commits that touched it.
struct OldRowLog: Sendable {
  /// One commit, or several that follow each other and of which it isn't known what they changed.
  private struct Entry: Sendable {
    var commit: Int64
    let rows: OldRows?
  }

  /// With more rows, or larger values, the older half of the commits is forgotten.
  private static let (mostRows, mostBytes) = (OldRows.mostRows * 4, OldRows.mostBytes * 4)

  private var entries: [Entry] = []
  /// The oldest commit after which every commit that touched the table is in an entry.
  private var start: Int64 = 0
  private var rowCount = 0
  private var byteCount = 0

  /// Notes what the rows were that a commit touched, or that it isn't known of all of them.
  mutating func note(_ rows: OldRows?, at commit: Int64) {
    guard let rows, rows.isComplete else { return noteUnknown(at: commit) }
    entries.append(Entry(commit: commit, rows: rows))
    rowCount += rows.rows.count
    byteCount += rows.byteCount
    while rowCount > OldRowLog.mostRows || byteCount > OldRowLog.mostBytes { forgetOlderHalf() }
  }

  private mutating func noteUnknown(at commit: Int64) {
    if entries.isEmpty {
      start = commit
    } else if entries[entries.count - 1].rows == nil {
      entries[entries.count - 1].commit = commit
    } else {
      entries.append(Entry(commit: commit, rows: nil))
    }
  }

  private mutating func forgetOlderHalf() {
    let older = entries.prefix((entries.count + 1) / 2)
    for entry in older {
      start = entry.commit
      rowCount -= entry.rows?.rows.count ?? 0
      byteCount -= entry.rows?.byteCount ?? 0
    }
    entries.removeFirst(older.count)
  }

  /// Returns what rows were after a commit, as far as the later commits tell.
  ///
  /// The first later commit that touched a row decides. Commits after one with unknown changes aren't used, because the
  /// unknown commit may have touched the row before.
  func rows(after commit: Int64) -> [RowKey: OldRow] {
    guard commit >= start else { return [:] }
    // Most lists are one commit behind.
    let first = entries.lastIndex { $0.commit <= commit }.map { $0 + 1 } ?? 0
    var rows: [RowKey: OldRow] = [:]
    for entry in entries[first...] {
      guard let old = entry.rows?.rows else { break }
      if rows.isEmpty { rows = old } else { rows.merge(old) { first, _ in first } }
    }
    return rows
  }
}
