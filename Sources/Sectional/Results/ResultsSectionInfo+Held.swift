extension ResultsSectionInfo {
  /// The rows of the section whose contents are loaded, with their indexes, in order.
  ///
  /// - Complexity: O(*h* log *n*), where *h* is the number of rows that are held.
  package var heldRows: [(item: Int, row: StoredRow)] {
    let snapshot = rows.snapshot
    guard snapshot.partial != nil else {
      return rows.indices.map { ($0, rows.row(at: $0)) }
    }
    var held: [(item: Int, row: StoredRow)] = []
    for start in snapshot.list.residentRanks {
      for rank in snapshot.list.block(at: start).ranks.clamped(to: rows.ranks) {
        let row = snapshot.list[rank]
        guard row.hasContents else { continue }
        held.append(
          (rank - rows.ranks.lowerBound, StoredRow(row, columns: snapshot.layout.columns)))
      }
    }
    return held
  }
}
