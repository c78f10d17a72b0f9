import Sectional

/// What is left of rows when a log's old rows are added to the present ones, and its new rows are subtracted.
struct OldRowSums: Sendable {
  /// Whether all rows were added up.
  var isWhole = true
  /// The keys of rows that an entry names without their values.
  private var unknown: Set<RowKey> = []
  private var sums: [RowKey: [(count: Int, values: [String: StoredValue])]] = [:]

  /// Notes that it isn't known what the rows with a key were.
  mutating func addUnknown(_ key: RowKey) { unknown.insert(key) }

  /// Adds what is left of a row with a key.
  mutating func add(_ count: Int, _ values: [String: StoredValue], of key: RowKey) {
    sums[key, default: []].append((count, values))
  }

  /// Returns what the rows with some keys were, leaving out those of which it isn't certain.
  ///
  /// A row that is left less than no time shows that the log doesn't tell everything, and two rows that are left that
  /// the key didn't identify a row.
  func oldRows(of keys: some Sequence<RowKey>) -> [RowKey: OldRow] {
    guard isWhole else { return [:] }
    var rows: [RowKey: OldRow] = [:]
    for key in keys where !unknown.contains(key) {
      let left = sums[key] ?? []
      if left.isEmpty { rows[key] = .absent }
      if left.count == 1, left[0].count == 1 { rows[key] = .present(left[0].values) }
    }
    return rows
  }
}
