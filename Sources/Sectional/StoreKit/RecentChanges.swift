/// The rows that a store's latest commits touched, table by table, in memory: the record of a change source whose store
/// sees every write.
///
/// Commits are numbered from one. A row that is touched repeatedly takes up the space of one entry, and the log's
/// size is bounded: if it grows too large, it forgets the oldest rows of the table that has the most. A list that has
/// fallen further behind than that reads everything.
public struct RecentChanges: Sendable {
  /// The maximum number of rows in the log, over all tables.
  private let capacity: Int
  private var tables: [String: TableCommits] = [:]
  /// The number of rows in the log.
  package private(set) var entryCount = 0
  /// The number of the newest commit.
  public private(set) var newest: Int64 = 0
  private var newestTag: WriteTag?
  private var tags: [String: CommitTags] = [:]

  /// Creates a record for a store that has no commits yet.
  ///
  /// - Parameter capacity: The maximum number of rows to remember, over all tables.
  public init(capacity: Int = 200_000) { self.capacity = capacity }

  /// Begins the next commit; its rows are then noted one by one.
  public mutating func beginCommit(tag: WriteTag? = nil) {
    newest += 1
    newestTag = tag
  }

  /// Notes that the newest commit touched a row.
  public mutating func note(_ key: RowKey, in table: String) {
    note(rowIDs: [], keys: [key], in: table)
  }

  /// Notes that the newest commit touched several rows.
  ///
  /// - Parameters:
  ///   - rowIDs: The rowids of those that are identified by it.
  ///   - keys: The keys of the others.
  ///   - oldRows: What all of these rows were before the commit, or `nil` if that isn't known.
  ///   - table: The table's name.
  package mutating func note(
    rowIDs: [Int64], keys: [RowKey], oldRows: OldRows? = nil, in table: String
  ) {
    tags[table, default: CommitTags()].note(newestTag, at: newest)
    entryCount += tables[table, default: TableCommits()].note(rowIDs, keys, oldRows, at: newest)
    if entryCount > capacity { forget() }
  }

  /// Notes that the newest commit touched rows of a table that can't be identified.
  public mutating func noteUnknown(in table: String) {
    noteUnknown(in: table, because: "too many rows changed, or it isn't known which ones did")
  }

  /// Notes that the newest commit touched rows of a table that can't be identified, and why.
  package mutating func noteUnknown(in table: String, because reason: String) {
    tags[table, default: CommitTags()].note(newestTag, at: newest)
    entryCount -= tables[table, default: TableCommits()].forgetEverything(at: newest, reason)
  }

  /// Returns the rows of a region's tables that were touched after a commit.
  public func changes(in region: TableRegion, since commit: Int64) -> ChangedRows {
    var changed: [String: ChangedTable] = [:]
    for table in region.tables ?? Set(tables.keys) {
      guard let log = tables[table] else { continue }
      guard commit >= log.start else {
        return .everything(
          reason: log.reason ?? "the change log doesn't reach back far enough")
      }
      let keys = log.names(after: commit)
      if !keys.isEmpty {
        changed[table] = ChangedTable(keys: keys, oldRows: log.oldRows.rows(after: commit))
      }
    }
    return .tables(changed)
  }

  /// Returns the tag that all commits after a commit have that touched a region's tables, or `nil` if some have another
  /// one or none.
  public func tag(of region: TableRegion, since commit: Int64) -> WriteTag? {
    (region.tables ?? Set(tags.keys)).reduce(CommonTag.empty) { common, table in
      common.joined(with: tags[table]?.commonTag(since: commit) ?? .empty)
    }.tag
  }

  /// Makes room: removes duplicate entries first, then the older half of the table with the most entries.
  private mutating func forget() {
    guard let longest = tables.max(by: { $0.value.count < $1.value.count })?.key else { return }
    // With only a few large commits, searching them for duplicates costs more time than it saves.
    if tables[longest]?.hasManyCommits ?? false { entryCount -= tables[longest]?.compact() ?? 0 }
    if entryCount > capacity * 3 / 4 { entryCount -= tables[longest]?.forgetOlderHalf() ?? 0 }
  }
}

/// The rows of one table, by the commit that touched them last.
private struct TableCommits: Sendable {
  /// The rows one commit touched.
  private struct Entry: Sendable {
    let commit: Int64
    var rowIDs: [Int64]
    var keys: [RowKey]

    var count: Int { rowIDs.count + keys.count }
  }

  private var entries: [Entry] = []
  /// What the rows were.
  ///
  /// It is separate, because a row's last commit says that it was touched, and its first commit says what it was.
  private(set) var oldRows = OldRowLog()
  /// The number of entries at which rows that were touched again later are removed from older entries.
  private var compactsAt = 1024
  /// The oldest commit after which every touched row is known.
  private(set) var start: Int64 = 0
  /// Why the touched rows of the commit at which the log starts are unknown, if they are.
  private(set) var reason: String?
  /// The number of rows.
  private(set) var count = 0

  var hasManyCommits: Bool { entries.count > 256 }

  /// Notes rows and returns how many the log grew by.
  mutating func note(
    _ rowIDs: [Int64], _ keys: [RowKey], _ oldRows: OldRows?, at commit: Int64
  ) -> Int {
    self.oldRows.note(oldRows, at: commit)
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

  /// Removes rows that later commits touched again, and returns how many were removed.
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

  /// Forgets the older half of the rows, and returns how many were forgotten.
  mutating func forgetOlderHalf() -> Int {
    let before = count
    let kept = before / 2
    let dropped = entries.prefix { entry in
      guard count > kept else { return false }
      count -= entry.count
      start = entry.commit
      reason = nil
      return true
    }.count
    entries.removeFirst(dropped)
    return before - count
  }

  /// Forgets all rows, and returns how many were forgotten.
  mutating func forgetEverything(at commit: Int64, _ reason: String) -> Int {
    let before = count
    entries = []
    oldRows = OldRowLog()
    oldRows.note(nil, at: commit)
    count = 0
    start = commit
    self.reason = reason
    return before
  }

  func names(after commit: Int64) -> Set<RowKey> {
    var keys: Set<RowKey> = []
    // Commits are in ascending order, so the loop starts at the newest and stops as soon as it can.
    for entry in entries.reversed() {
      guard entry.commit > commit else { break }
      for rowID in entry.rowIDs { keys.insert(RowKey(rowID: rowID)) }
      keys.formUnion(entry.keys)
    }
    return keys
  }
}
