// The contents of rows that are in memory without them.
extension ListReader {
  /// Reads the contents of rows that the list lacks.
  ///
  /// - Parameters:
  ///   - held: The list.
  ///   - rows: The rows.
  ///   - retries: Whether rows are read again that have a cell that didn't fit.
  ///   - reader: The reader of the open transaction.
  /// - Returns: The keys of those rows that the list has.
  /// - Throws: ``StoreError``, with code `misplacedRows` if rows have another place in the order than in the list.
  @discardableResult func fill(
    _ held: inout HeldList, _ rows: Set<RowKey>, retrying retries: Bool = false, _ reader: Reader
  ) async throws -> [RowKey] {
    let unreadable = retries ? [] : rows.filter { unreadableRows[$0] != nil }
    if let row = unreadable.first { problem = unreadableRows[row] }
    let missing = rows.subtracting(unreadable)
    guard !missing.isEmpty else { return [] }
    let query = try query(held.snapshot.layout)
    var (known, misfits) = ([RowKey](), [RowKey: StoreError]())
    for rows in try await readable(missing, of: query, &misfits, reader) {
      guard let list = held.snapshot.list.loading(rows) else { throw held.misplacement }
      held.snapshot.list = list
      known += rows.keys
    }
    for row in missing { unreadableRows[row] = misfits[row] }
    if let misfit = misfits.values.first { problem = misfit }
    if !known.isEmpty { held.snapshot.contentsLook = thisLook }
    let lost = missing.subtracting(known)
    held.residents.remove(lost)
    // A row that isn't in the list either was deleted.
    let gone = lost.filter { misfits[$0] == nil }
    guard gone.allSatisfy({ held.snapshot.list.rank(of: $0) == nil }) else {
      throw held.misplacement
    }
    if case .rows = held.snapshot.extent.residency { held.residents.insert(known) }
    return known
  }

  /// Reads the contents of rows that changed, as far as those of the rows at their places are in memory.
  ///
  /// - Returns: The keys of these rows.
  func fill(
    _ held: inout HeldList, _ changed: [ChangedRow], _ reader: Reader
  ) async throws -> [RowKey] {
    let seen = held.rowsToLoad(among: changed)
    return try await fill(&held, seen, retrying: true, reader)
  }

  /// Reads again the rows in memory with cells that didn't fit, which may fit now.
  func retryUnreadable(_ held: inout HeldList, _ reader: Reader) async throws -> [RowKey] {
    let list = held.snapshot.list
    unreadableRows = unreadableRows.filter { list.rank(of: $0.key) != nil }
    forgetMostUnreadable()
    return try await fill(&held, Set(unreadableRows.keys), retrying: true, reader)
  }

  /// Reads rows, and notes the errors of those that have a cell that doesn't fit.
  private func readable(
    _ keys: Set<RowKey>, of query: RowQuery, _ misfits: inout [RowKey: StoreError],
    _ reader: Reader
  ) async throws -> [PackedRows] {
    do {
      let rows = try await reader.rows(of: query, for: keys).packer()
      diagnostics.rowsRead += rows.count
      return [rows.packed]
    } catch let error as StoreError where error.code == .unexpectedCell {
      guard keys.count > 1 else {
        for key in keys { misfits[key] = error }
        return []
      }
      let (all, half) = (Array(keys), keys.count / 2)
      return try await readable(Set(all[..<half]), of: query, &misfits, reader)
        + readable(Set(all[half...]), of: query, &misfits, reader)
    }
  }
}

extension HeldList {
  /// Evicts the contents of changed rows that aren't visible.
  ///
  /// - Returns: Their keys.
  mutating func dropUnseen(_ changed: [ChangedRow]) -> [RowKey] {
    guard case .rows(let batch) = snapshot.extent.residency else { return [] }
    residents.remove(changed.filter { $0.new == nil }.map(\.key))
    let unseen = residents.unseen(of: changed, in: snapshot.list, atMost: batch)
    snapshot.list = snapshot.list.dropping(contentsOf: unseen)
    return unseen
  }

  /// Returns the keys of rows that changed and are to have contents.
  fileprivate mutating func rowsToLoad(among changed: [ChangedRow]) -> Set<RowKey> {
    guard case .blocks = snapshot.extent.residency else {
      residents.remove(changed.filter { $0.new == nil }.map(\.key))
      return Set(changed.lazy.map(\.key).filter(residents.contains))
    }
    let list = snapshot.list
    return Set(
      changed.compactMap { row in
        row.new.flatMap { looked.contains(list.blocks[ofRank: $0.rank]) ? row.key : nil }
      })
  }
}

extension StoreError.Code {
  /// Rows are missing or have another place in the order, although no change was reported for them.
  static let misplacedRows = StoreError.Code("misplacedRows")
}

extension HeldList {
  /// The error of a store that answers two questions differently.
  fileprivate var misplacement: StoreError {
    let part: StoreError.Part =
      if case .blocks = snapshot.extent.residency { .fetchWindowSize } else { .fetchBatchSize }
    return StoreError(
      .misplacedRows,
      "the store returns other rows when it looks them up by key than when it reads all; leave out "
        + "\(part) for this list", part: part)
  }
}

extension PackedRows {
  /// The keys of the rows, in the order they arrived.
  fileprivate var keys: [RowKey] {
    blocks.flatMap { block in (0..<block.count).map { block[$0].key } }
  }
}
