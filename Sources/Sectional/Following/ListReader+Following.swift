// How what is held is brought up to date: by the rows that changed or, if that isn't possible, by reading it again.
extension ListReader {
  /// Brings a list up to date.
  ///
  /// - Parameters:
  ///   - held: The list before.
  ///   - plan: What to read.
  ///   - answer: The rows that may have changed, and what they were before.
  ///   - layout: The layout that the transaction sees.
  ///   - reader: The reader of the open transaction.
  /// - Returns: The list and its changes.
  /// - Throws: ``StoreError`` if the store can't be read.
  func followed(
    _ held: HeldList, _ plan: LookPlan, _ answer: ChangedRows, of layout: RowLayout,
    _ reader: Reader
  ) async throws -> (HeldList, ListChanges) {
    let reason: String
    switch plan {
    case .nothing: return (held, ListChanges())
    case .everything(let why): reason = why
    case .rows, .traced:
      do {
        return try await followed(held, plan, answer.oldRows, reader)
      } catch let problem as UnfollowedChange {
        reason = problem.reason
      } catch RowListError.duplicateKey {
        // Reading everything determines which rows they are.
        reason = "rows no longer have unique keys"
      } catch let error as RowListError {
        // The margins of a slice aren't visible.
        guard held.snapshot.extent.isPart else { throw StoreError(error, in: layout) }
        reason = "other sections may have come between the rows of a section"
      } catch let error as StoreError where error.code == .misplacedRows {
        reason = UnfollowedChange.untraced.reason
      }
    }
    return try await readAgain(held, of: layout, because: reason, reader)
  }

  private func followed(
    _ held: HeldList, _ plan: LookPlan, _ oldRows: [RowKey: OldRow], _ reader: Reader
  ) async throws -> (HeldList, ListChanges) {
    let query = try query(held.snapshot.layout)
    var (followed, haveContents): (FollowedList, Bool)
    switch plan {
    case .rows(let names):
      (followed, haveContents) = try await self.followed(
        held.snapshot, names, oldRows, by: query, reader)
    case .traced(let tables):
      followed = try await self.followed(held.snapshot, tracing: tables, by: query, reader)
      haveContents = true
    case .nothing, .everything: return (held, ListChanges())
    }
    var next = held
    next.snapshot = followed.snapshot
    guard !followed.hasSameRows else { return (next, ListChanges()) }
    next.snapshot.markChanged(in: thisLook)
    guard !followed.isRecounted else {
      try await load(held.looked.ranges, into: &next, reader)
      return (next, .reset)
    }
    let filled =
      haveContents
      ? next.dropUnseen(followed.changed)
      : try await fill(&next, followed.changed, reader)
    followed.touched.formUnion(filled)
    followed.snapshot = next.snapshot
    if held.snapshot.list.count == 0 { next.lookAtBeginning() }
    return (next, followed.changes)
  }

  /// Brings rows up to date, as far as it isn't known yet which contents stay in memory.
  ///
  /// - Returns: The rows, and whether those that changed have contents.
  func followed(
    _ snapshot: RowSnapshot, _ names: Set<RowKey>, _ oldRows: [RowKey: OldRow],
    by query: RowQuery, _ reader: Reader
  ) async throws -> (FollowedList, haveContents: Bool) {
    let (rows, haveContents) = try await namedRows(names, oldRows, of: snapshot, by: query, reader)
    let followed = try await follower(query, reader).followed(snapshot, rows)
    diagnostics.work.add(followed.work)
    return (followed, haveContents)
  }

  func follower(_ query: RowQuery, _ reader: Reader) -> ListFollower {
    ListFollower(
      query: query, options: options.counting,
      readBlock: { block, coverage, count in
        try await self.rows(
          of: self.queryWithoutContents(reader), in: block, of: coverage, expecting: count, reader)
      },
      readPage: { try await self.page($0, of: query, reader) })
  }

  /// Reads the rows that may have changed, and finds their previous versions.
  ///
  /// They are read without their contents if there are many of which people see only a few, or if one has a cell that doesn't
  /// fit: perhaps nobody looks at that row.
  ///
  /// - Returns: The rows, and whether they have contents.
  func namedRows(
    _ names: Set<RowKey>, _ oldRows: [RowKey: OldRow], of snapshot: RowSnapshot,
    by query: RowQuery, _ reader: Reader
  ) async throws -> (rows: NamedRows, haveContents: Bool) {
    guard names.count <= snapshot.extent.mostNamedRows else {
      throw UnfollowedChange("many rows changed, which may all come before those that are shown")
    }
    let places = try follower(query, reader).oldPlaces(of: names, oldRows, in: snapshot)
    if names.count <= snapshot.extent.mostRowsReadWhole {
      do {
        return (try await namedRows(names, places, of: snapshot, readBy: query, reader), true)
      } catch let error as StoreError where error.code == .unexpectedCell {
        // The row may be outside of the part that is shown.
        guard !snapshot.extent.isPart else {
          throw UnfollowedChange("a row has a cell that doesn't fit")
        }
        guard snapshot.extent.readsKeysAlone else { throw error }
      }
    }
    let keys = try await queryWithoutContents(reader)
    return (try await namedRows(names, places, of: snapshot, readBy: keys, reader), false)
  }

  private func namedRows(
    _ names: Set<RowKey>, _ oldPlaces: [OldPlace], of snapshot: RowSnapshot,
    readBy query: RowQuery, _ reader: Reader
  ) async throws -> NamedRows {
    let (rows, found): (RowPacker, FoundRows)
    if names.count > 1000 {
      async let meanwhile = snapshot.findMeanwhile(names)
      rows = try await reader.rows(of: query, for: names).packer()
      found = await meanwhile
    } else {
      // Finding a few rows takes less time than handing that work to another thread.
      rows = try await reader.rows(of: query, for: names).packer()
      found = snapshot.find(names)
    }
    diagnostics.rowsRead += rows.count
    return NamedRows(
      rows: rows.packed, known: found.rows, oldPlaces: oldPlaces, work: found.work)
  }
}

/// Rows that were found by name, and the work that this took.
typealias FoundRows = (rows: [RankedRow], work: TreeWork)
