/// What the rows that a commit touched were before it, up to a bound.
///
/// Whatever the first observation of a row in a transaction finds is what the row was before the transaction: each change
/// of a row is observed just before it happens, so nothing in the transaction has changed the row by then. A savepoint or a
/// statement that is rolled back puts back changes of the same transaction only, so it makes no first observation wrong, nor
/// one that was made inside it.
package struct OldRows: Sendable {
  /// With more rows than this, a list would read more rows by their keys than there are in most slices.
  package static let mostRows = 1_000
  /// With larger values than this, they would take up more memory than a list that reads its slice again.
  package static let mostBytes = 1 << 20

  /// The observed rows.
  private(set) var rows: [RowKey: OldRow] = [:]
  /// The approximate size of the rows' values.
  private(set) var byteCount = 0
  /// Whether every row that was observed is known.
  package private(set) var isComplete = true

  /// Creates an empty set.
  package init() {}

  /// Notes what a row is, unless it was observed before.
  ///
  /// - Parameters:
  ///   - key: The row's key.
  ///   - row: Returns what the row is; called only if that is wanted.
  package mutating func note(_ key: RowKey, _ row: () -> OldRow) {
    guard isComplete, rows[key] == nil else { return }
    let row = row()
    byteCount += row.byteCount
    rows[key] = row
    if rows.count > OldRows.mostRows || byteCount > OldRows.mostBytes { forget() }
  }

  private mutating func forget() {
    self = OldRows()
    isComplete = false
  }
}

extension OldRow {
  /// The approximate size of the values.
  fileprivate var byteCount: Int {
    guard case .present(let values) = self else { return 0 }
    return values.values.reduce(0) { $0 + $1.byteCount }
  }
}

extension StoredValue {
  fileprivate var byteCount: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .malformedText(let bytes), .blob(let bytes): bytes.count
    default: MemoryLayout<StoredValue>.size
    }
  }
}
