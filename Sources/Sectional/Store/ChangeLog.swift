/// Which rows of which tables the last commits of a store touched.
///
/// Commits are numbered from one. A row that is touched again and again takes the room of one, and what is kept is
/// bounded: of the table with the most rows the oldest are forgotten, and a list that fell further behind reads
/// everything.
package struct ChangeLog: Sendable {
  /// How a row is named.
  package enum Name: Sendable, Hashable {
    /// By its rowid.
    case rowID(Int64)
    /// By its identity.
    case key(RowKey)
  }

  /// How many rows are kept, of all tables.
  private let capacity: Int
  private var tables: [String: TableLog] = [:]
  /// The number of rows that are kept.
  package private(set) var entryCount = 0
  /// The number of the newest commit.
  package private(set) var newest: Int64 = 0

  /// Makes a log of a store before its first commit.
  package init(capacity: Int = 200_000) { self.capacity = capacity }

  /// Begins the next commit, whose rows are noted one by one.
  package mutating func beginCommit() { newest += 1 }

  /// Notes that the newest commit touched a row.
  package mutating func note(_ name: Name, in table: String) {
    switch name {
    case .rowID(let rowID): note(rowIDs: [rowID], keys: [], in: table)
    case .key(let key): note(rowIDs: [], keys: [key], in: table)
    }
  }

  /// Notes that the newest commit touched some rows.
  package mutating func note(rowIDs: [Int64], keys: [RowKey], in table: String) {
    entryCount += tables[table, default: TableLog()].note(rowIDs, keys, at: newest)
    if entryCount > capacity { forget() }
  }

  /// Notes that the newest commit touched rows of a table, and nobody knows which.
  package mutating func noteUnknown(in table: String) {
    entryCount -= tables[table, default: TableLog()].forgetEverything(at: newest)
  }

  /// Returns the rows of some tables that were touched after a commit.
  package func changes(of tables: Set<String>, since commit: Int64) -> ChangedKeys {
    var keys: Set<RowKey> = []
    for table in tables {
      guard let log = self.tables[table] else { continue }
      guard commit >= log.start else {
        return .everything(
          reason: log.isUnknown
            ? "too many rows changed, or nobody knows which"
            : "the log of changes does not reach back far enough")
      }
      log.insertNames(after: commit, into: &keys)
    }
    return .keys(keys)
  }

  /// Makes room: rows that are noted twice first, then the older half of the longest table.
  private mutating func forget() {
    guard let longest = tables.max(by: { $0.value.count < $1.value.count })?.key else { return }
    // To look for the same rows in few large commits takes longer than what it saves.
    if tables[longest]?.hasManyCommits ?? false { entryCount -= tables[longest]?.compact() ?? 0 }
    if entryCount > capacity * 3 / 4 { entryCount -= tables[longest]?.forgetOlderHalf() ?? 0 }
  }
}

/// The rows of one table, by the commits that touched them last.
private struct TableLog: Sendable {
  /// What one commit touched.
  private struct Entry: Sendable {
    let commit: Int64
    var rowIDs: [Int64]
    var keys: [RowKey]

    var count: Int { rowIDs.count + keys.count }
  }

  private var entries: [Entry] = []
  /// With so many entries, rows that were touched again since are left out of older ones.
  private var compactsAt = 1024
  /// The oldest commit from which every later one is known.
  private(set) var start: Int64 = 0
  /// Whether it begins where something happened to rows that nobody knows.
  private(set) var isUnknown = false
  /// The number of rows.
  private(set) var count = 0

  var hasManyCommits: Bool { entries.count > 256 }

  /// Notes rows; returns by how many the log grew.
  mutating func note(_ rowIDs: [Int64], _ keys: [RowKey], at commit: Int64) -> Int {
    let added = rowIDs.count + keys.count
    count += added
    if entries.last?.commit == commit {
      entries[entries.count - 1].rowIDs += rowIDs
      entries[entries.count - 1].keys += keys
    } else {
      entries.append(Entry(commit: commit, rowIDs: rowIDs, keys: keys))
    }
    return entries.count < compactsAt ? added : added - compact()
  }

  /// Leaves out what later commits say again; returns how many rows that were.
  mutating func compact() -> Int {
    let before = count
    var (rowIDs, keys): (Set<Int64>, Set<RowKey>) = ([], [])
    for index in entries.indices.reversed() {
      entries[index].rowIDs.removeAll { !rowIDs.insert($0).inserted }
      entries[index].keys.removeAll { !keys.insert($0).inserted }
    }
    entries.removeAll { $0.count == 0 }
    count = rowIDs.count + keys.count
    compactsAt = max(1024, entries.count * 2)
    return before - count
  }

  /// Returns how many rows were forgotten.
  mutating func forgetOlderHalf() -> Int {
    let before = count
    let kept = before / 2
    let dropped = entries.prefix { entry in
      guard count > kept else { return false }
      count -= entry.count
      start = entry.commit
      isUnknown = false
      return true
    }.count
    entries.removeFirst(dropped)
    return before - count
  }

  /// Returns how many rows were forgotten.
  mutating func forgetEverything(at commit: Int64) -> Int {
    let before = count
    entries = []
    count = 0
    start = commit
    isUnknown = true
    return before
  }

  func insertNames(after commit: Int64, into keys: inout Set<RowKey>) {
    // Commits ascend, so the newest are looked at first and only as far as needed.
    for entry in entries.reversed() {
      guard entry.commit > commit else { return }
      for rowID in entry.rowIDs { keys.insert(RowKey(rowID: rowID)) }
      keys.formUnion(entry.keys)
    }
  }
}
