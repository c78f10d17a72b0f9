extension RowList {
  /// Returns the keys of changed rows that nobody can see: those that had no contents and stand next to none that have.
  ///
  /// - Parameters:
  ///   - changed: The changed rows.
  ///   - residents: The rows with contents; those that come into view are added.
  ///   - most: The largest number of rows that come into view; the others are loaded when they are looked at.
  /// - Returns: The keys.
  func unseen(
    _ changed: [ChangedRow], besides residents: inout ResidentRows, atMost most: Int
  ) -> [RowKey] {
    var (unseen, seen) = ([RowKey](), [RowKey]())
    var known = residents
    for row in changed.sorted(by: { ($0.new?.rank ?? 0) < ($1.new?.rank ?? 0) }) {
      guard let rank = row.new?.rank, !residents.contains(row.key) else { continue }
      let isSeen =
        (rank > 0 && known.contains(self[rank - 1].key))
        || (rank + 1 < count && residents.contains(self[rank + 1].key)) || count == 1
      if isSeen, seen.count < most {
        seen.append(row.key)
        known.note([row.key])
      } else {
        unseen.append(row.key)
      }
    }
    residents.note(unasked: seen)
    return unseen
  }
}
