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
    entryCount += tables[table, default: TableLog()].note(name, at: newest)
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
    entryCount -= tables[longest]?.compact() ?? 0
    if entryCount > capacity * 3 / 4 { entryCount -= tables[longest]?.forgetOlderHalf() ?? 0 }
  }
}

/// The rows of one table, by the commits that touched them last.
private struct TableLog: Sendable {
  private struct Entry: Sendable {
    let commit: Int64
    let name: ChangeLog.Name
  }

  private var entries: [Entry] = []
  /// With so many entries, those of rows that were touched again since are left out.
  private var compactsAt = 1024
  /// The oldest commit from which every later one is known.
  private(set) var start: Int64 = 0
  /// Whether it begins where something happened to rows that nobody knows.
  private(set) var isUnknown = false

  var count: Int { entries.count }

  /// Notes a row; returns by how many entries the log grew.
  mutating func note(_ name: ChangeLog.Name, at commit: Int64) -> Int {
    entries.append(Entry(commit: commit, name: name))
    return entries.count < compactsAt ? 1 : 1 - compact()
  }

  /// Leaves out what later entries say again; returns how many entries that were.
  mutating func compact() -> Int {
    let before = entries.count
    var seen: Set<ChangeLog.Name> = []
    let newest = entries.reversed().filter { seen.insert($0.name).inserted }
    entries = newest.reversed()
    compactsAt = max(1024, entries.count * 2)
    return before - entries.count
  }

  /// Returns how many entries were forgotten.
  mutating func forgetOlderHalf() -> Int {
    guard !entries.isEmpty else { return 0 }
    let before = entries.count
    start = entries[before / 2].commit
    isUnknown = false
    entries = Array(entries.drop { $0.commit <= start })
    return before - entries.count
  }

  /// Returns how many entries were forgotten.
  mutating func forgetEverything(at commit: Int64) -> Int {
    let before = entries.count
    entries = []
    start = commit
    isUnknown = true
    return before
  }

  func insertNames(after commit: Int64, into keys: inout Set<RowKey>) {
    // Commits ascend, so the newest are looked at first and only as far as needed.
    for entry in entries.reversed() {
      guard entry.commit > commit else { return }
      switch entry.name {
      case .rowID(let rowID): keys.insert(RowKey(rowID: rowID))
      case .key(let key): keys.insert(key)
      }
    }
  }
}
