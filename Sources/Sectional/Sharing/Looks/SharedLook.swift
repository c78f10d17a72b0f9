/// What a look that several lists share has found for one of them.
struct SharedLook<Version: StoreVersion, Cursor: Codable & Hashable & Sendable>: Sendable {
  /// The place up to which the list can be brought.
  let place: StorePlace<Version, Cursor>
  let finding: Finding

  /// What was found.
  enum Finding: Sendable {
    /// The store's version is the list's.
    case unchanged
    /// What changed since the list's own place.
    case change(Change)
    /// The list has to look for itself, because too much changed or nobody knows what.
    case unknown
  }

  /// How many bytes the rows take that were read.
  var byteCount: Int { if case .change(let change) = finding { change.rows.byteCount } else { 0 } }

  /// What changed since a place.
  struct Change: Sendable {
    /// The layout of the rows.
    let layout: RowLayout
    /// What the change source says.
    let answer: StoreChanges<Cursor>
    /// The rows that changed for any of the lists, as far as they exist, whatever the lists show.
    let rows: PackedRows
    /// What the change source calls these and those that are gone.
    let names: Set<RowKey>
  }
}

extension SharedLook.Change {
  /// Brings a list up to date by the rows, which were read for several lists.
  ///
  /// - Parameters:
  ///   - held: The list, all of whose rows are in memory with their contents.
  ///   - reading: What reads the list.
  /// - Returns: The list and its changes, or `nil` if the list has to look for itself.
  /// - Throws: ``StoreError`` if a column is missing.
  func applied<Reader: StoreReader>(
    to held: HeldList, by reading: ListReader<Reader>
  ) async throws -> (HeldList, ListChanges)? {
    let layout = held.snapshot.layout
    guard self.layout == layout, self.layout.columns.kinds == layout.columns.kinds else {
      return nil
    }
    switch LookPlan.decide(held: layout, layout: layout, changes: answer.rows) {
    case .nothing: return (held, ListChanges())
    case .everything, .traced: return nil
    case .rows: break
    }
    let query = try reading.query(layout)
    do {
      // Those that changed for other lists only are the same as before.
      let found = held.snapshot.find(names)
      let rows = try query.matching(self.rows)
      reading.diagnostics.rowsRead += rows.count
      let named = NamedRows(rows: rows, known: found.rows, oldPlaces: [], work: found.work)
      let followed = try await ListFollower(wholeListOf: query).followed(held.snapshot, named)
      reading.diagnostics.work.add(followed.work)
      var next = held
      next.snapshot = followed.snapshot
      return (next, followed.hasSameRows ? ListChanges() : followed.changes)
    } catch is UnfollowedChange {
      return nil
    } catch is RowListError {
      return nil
    } catch let error as StoreError where error.code == .unexpectedCell {
      return nil
    }
  }
}

extension ListFollower {
  /// Follows a list all of whose rows are in memory, which reads nothing.
  fileprivate init(wholeListOf query: RowQuery) {
    self.init(
      query: query, options: CountingOptions(),
      readBlock: { _, _, _ in throw UnfollowedChange.untraced },
      readPage: { _ in throw UnfollowedChange.untraced })
  }
}

extension RowQuery {
  /// Returns those rows that the predicate is true for, of rows that were read in the query's order without it.
  ///
  /// - Throws: ``StoreError`` with code `unexpectedCell` if a number can't be compared.
  fileprivate func matching(_ rows: PackedRows) throws(StoreError) -> PackedRows {
    var (kept, contents) = ([BlockRow](), PackedRow())
    for row in rows.all {
      contents.replace(with: row.block.bytes[row.record.contents])
      try checkNumbers(at: numberIndexes.compared, of: contents)
      if matches(contents) { kept.append(row) }
    }
    var matching = PackedRows(copying: kept, rows.grouping, shape: shape)
    matching.hasUniqueIdentities = rows.hasUniqueIdentities
    return matching
  }
}
