extension ResultsPipeline {
  /// What a search can begin with.
  struct Searchable {
    /// The rows among which is searched.
    var all: Placed
    /// The rows that an earlier search found, if the new one finds some of these.
    var found: Placed?
  }

  /// What a search begins with, and what the next one can begin with.
  struct SearchState {
    /// The pipeline whose rows this one may search in; it is asked once.
    var predecessor: ResultsPipeline?
    /// The rows among which the request searches, and the place at which they were read.
    var searchable: Searchable?
  }

  /// Returns the rows among which another request searches, if this pipeline has them.
  func lend(to other: RowRequest) -> Searchable? {
    guard let held = delivered.rows, isOnCurrentDay, request.extent.isSearchable,
      other.differsInSearchAlone(from: request),
      let all = request.rows.isSearch ? search.searchable?.all : held
    else { return nil }
    let narrows =
      request.rows.isSearch && other.rows.predicate?.implies(request.rows.predicate) == true
    return Searchable(all: all, found: narrows ? held : nil)
  }

  /// Takes over the rows among which the request searches from the pipeline before, if there is one.
  func borrow() async {
    guard let predecessor = search.predecessor else { return }
    search.predecessor = nil
    search.searchable = await predecessor.lend(to: request)
  }

  /// Returns the rows that the search finds among those that were taken over, after these are brought up to date.
  ///
  /// - Returns: The rows, or `nil` if all must be read: there are none to search in, they are in the sections of another
  ///   day, they depend on more than their tables, or it isn't known which of them changed.
  func searched(
    _ layout: RowLayout, at place: Place, _ reader: Store.Reader
  ) async throws -> RowSnapshot? {
    guard let known = search.searchable else { return nil }
    var all = known.all
    search.searchable = nil
    let today = request.order.section?.derivation?.day
    guard layout.dependsOnTablesOnly, all.snapshot.section?.derivation?.day == today else {
      return nil
    }
    if !all.place.isSame(as: place) {
      do {
        guard let caughtUp = try await caughtUp(all.snapshot, all.place.cursor, layout, reader)
        else { return nil }
        all.list.snapshot = caughtUp
      } catch let error as StoreError where error.code == .unexpectedCell {
        // The search may not find the row, and then its contents don't matter.
        return nil
      }
    }
    guard all.snapshot.layout == layout else { return nil }
    all.place = place
    guard request.rows.isSearch else { return all.snapshot.shown(as: request.order.section) }
    search.searchable = Searchable(all: all)
    let few = known.found.flatMap { found in
      let isToday = found.snapshot.section?.derivation?.day == today
      return isToday && found.place.isSame(as: place) ? found.snapshot : nil
    }
    return (few ?? all.snapshot).filtered(by: try reading.query(layout))
  }

  private func caughtUp(
    _ snapshot: RowSnapshot, _ cursor: Source.Cursor?, _ layout: RowLayout, _ reader: Store.Reader
  ) async throws -> RowSnapshot? {
    guard let cursor else { return nil }
    let answer = try await access.source.changes(in: layout.region, since: cursor, reader)
    switch LookPlan.decide(held: snapshot.layout, layout: layout, changes: answer.rows) {
    case .nothing: return snapshot
    case .rows(let keys):
      let query = try RowQuery(request.withoutSearch, layout: layout)
      do {
        return try await reading.followed(snapshot, keys, [:], by: query, reader).0.snapshot
      } catch is RowListError {
        // Rows that the search may not find aren't in order.
        return nil
      }
    case .everything, .traced: return nil
    }
  }
}

extension RowSnapshot {
  /// Returns the same rows in sections with the names of a rule.
  fileprivate func shown(as section: SectionRule?) -> RowSnapshot {
    RowSnapshot(list: list, layout: layout, ordering: ordering, section: section)
  }

  /// Returns the rows that a query's predicate is true for, in the same order.
  fileprivate func filtered(by query: RowQuery) -> RowSnapshot? {
    var packed = PackedRows(list.grouping, shape: query.shape)
    var contents = PackedRow()
    list.forEachBlock { block in
      // A newer search has replaced this one.
      if Task.isCancelled { return }
      for position in 0..<block.count {
        let record = block[position]
        contents.replace(with: block.bytes[record.contents])
        guard query.matches(contents) else { continue }
        var orderKey = block.orderKey(of: position)
        unsafe block.bytes.withUnsafeBytes { bytes in
          unsafe packed.append(
            &orderKey, contents: UnsafeRawBufferPointer(rebasing: bytes[record.contents]),
            rowID: record.rowID)
        }
      }
    }
    guard !Task.isCancelled else { return nil }
    packed.seal()
    packed.hasUniqueIdentities = true
    return (try? RowList(packed)).map {
      RowSnapshot(
        list: $0, layout: layout, ordering: query.ordering, section: query.request.order.section)
    }
  }
}
