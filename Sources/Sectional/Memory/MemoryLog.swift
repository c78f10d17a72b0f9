/// The keys that the last commits of a memory store wrote.
struct MemoryLog: Sendable {
  private struct Entry {
    let version: Int
    let table: String
    let key: RowKey
  }

  /// How many keys are kept; a list that fell further behind reads everything again.
  private let capacity = 100_000
  private var entries: [Entry] = []
  /// The oldest version from which every later write is known.
  private var start = 0

  /// Notes what a commit wrote; when the log is full its older half is forgotten.
  mutating func append(_ touched: [String: Set<RowKey>], version: Int) {
    for (table, keys) in touched {
      entries += keys.map { Entry(version: version, table: table, key: $0) }
    }
    guard entries.count > capacity else { return }
    start = entries[entries.count / 2].version
    entries.removeAll { $0.version <= start }
  }

  /// Returns the keys written to some tables after a version.
  func changes(of tables: Set<String>, since version: Int) -> ChangedKeys {
    guard version >= start else {
      return .everything(reason: "the log of changes does not reach back far enough")
    }
    // Versions ascend, so the newest entries are looked at first and only as far as needed.
    let newer = entries.reversed().prefix { $0.version > version }
    return .keys(Set(newer.lazy.filter { tables.contains($0.table) }.map(\.key)))
  }
}
