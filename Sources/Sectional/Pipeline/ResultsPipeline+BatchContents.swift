extension ResultsPipeline {
  /// Reads the contents of rows that the list lacks.
  ///
  /// - Returns: The keys of those rows that the list has.
  @discardableResult func fill(
    _ snapshot: inout RowSnapshot, _ missing: Set<RowKey>, _ residents: inout ResidentRows,
    _ reader: Store.Reader
  ) async throws -> [RowKey] {
    guard !missing.isEmpty else { return [] }
    var unreadable: Set<RowKey> = []
    let query = try query(snapshot.layout)
    var known: [RowKey] = []
    for rows in try await readable(missing, of: query, &unreadable, reader) {
      guard let list = snapshot.list.loading(rows) else { throw StoreError.misplacedRows }
      snapshot.list = list
      known += rows.keys
    }
    snapshot.contentsLook = thisLook
    residents.remove(unreadable)
    if known.count + unreadable.count < missing.count {
      // A row that isn't in the list either was deleted.
      let gone = missing.subtracting(known).subtracting(unreadable)
      guard gone.allSatisfy({ snapshot.list.rank(of: $0) == nil }) else {
        throw StoreError.misplacedRows
      }
      residents.remove(gone)
    }
    residents.note(known)
    return known
  }

  /// Reads rows, and notes which of them have a cell that doesn't fit.
  private func readable(
    _ keys: Set<RowKey>, of query: RowQuery, _ unreadable: inout Set<RowKey>,
    _ reader: Store.Reader
  ) async throws -> [PackedRows] {
    do {
      let rows = try await reader.rows(of: query, for: keys).packer()
      diagnostics.rowsRead += rows.count
      return [rows.packed]
    } catch let error as StoreError where error.code == .unexpectedCell {
      guard keys.count > 1 else {
        (unreadable, problem) = (unreadable.union(keys), error)
        unreadableRows.formUnion(keys)
        return []
      }
      let (all, half) = (Array(keys), keys.count / 2)
      return try await readable(Set(all[..<half]), of: query, &unreadable, reader)
        + readable(Set(all[half...]), of: query, &unreadable, reader)
    }
  }
}

extension StoreError.Code {
  /// Rows are gone or stand elsewhere, although nothing says that they changed.
  static let misplacedRows = StoreError.Code("misplacedRows")
}

extension StoreError {
  static let misplacedRows = StoreError(
    .misplacedRows,
    "the store returns other rows when it looks them up by key than when it reads all; leave out "
      + "fetchBatchSize for this list", part: .fetchBatchSize)
}

extension PackedRows {
  /// The keys of the rows, in the order they arrived.
  fileprivate var keys: [RowKey] {
    blocks.flatMap { block in (0..<block.count).map { block[$0].key } }
  }
}
