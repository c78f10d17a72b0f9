extension ResultsSectionInfo {
  /// The rows of the section whose contents are loaded, with their indexes, in order.
  ///
  /// - Complexity: O(*h* log *n*), where *h* is the number of rows that are held.
  package var heldRows: [(item: Int, row: StoredRow)] {
    rows.list.heldRows(in: rows.ranks).map { ($0.rank - rows.ranks.lowerBound, $0.row) }
  }
}
