extension ResultsPipeline {
  /// Looks at the store once: one transaction, one version, one set of changes.
  func look(_ opening: some TransactionOpening<Store>) async throws -> ResultsDelivery {
    startedLooks += 1
    let number = startedLooks
    let start = ContinuousClock.now
    turnRequest()
    let base = try held.map { held throws(StoreError) in try turned(held) }
    let (next, changes, tag, loaded, alongside) = try await takingWanted { wanted in
      try await opening.read(store) { reader in
        let version = try await begin(reader)
        var (next, changes, tag) = try await read(after: base, at: version, reader)
        let loaded: (wanted: [RowKey], unasked: [RowKey])
        if next.snapshot.partial != nil {
          // A wanted row may be among those that are counted now.
          try await countFurther(&next, &changes, after: base, reader)
          loaded = (try await loadBlocks(wanted, into: &next, &changes, reader), [])
        } else {
          loaded = try await loadWanted(wanted, into: &next, &changes, after: base, reader)
        }
        return (next, changes, tag, loaded, try await rowsAlongside(reader, at: version))
      }
    }
    let list = PresentedList(next.snapshot)
    let shown = held.map { shownChanges(changes, to: list, from: $0) } ?? RowListDiff()
    // Rows that were counted are nobody's change, and neither is the end of a day; a view must reload after a reset.
    let isPlain = changes.appended == nil && !shown.isReset && next.isOnDay(of: held)
    let tags = shown.isEmpty ? CommonTag.empty : CommonTag(isPlain ? tag : nil)
    let isNew = held == nil ? cache?.written == nil : !shown.isEmpty
    let told = loaded.unasked.isEmpty ? [] : Set(shown.rows.map(\.key) + loaded.wanted)
    outgoing = held?.snapshot
    held = next
    outlined = nil
    listenAgain()
    noteForCache(work: start.duration(to: .now), isListNew: isNew)
    return ResultsDelivery(
      list: list, changes: shown, tags: tags, version: next.place.version?.description,
      alongside: alongside, loaded: loaded.wanted + loaded.unasked.filter { !told.contains($0) },
      problem: problem, diagnostics: diagnostics, step: number)
  }

  /// Returns what people see of what a look found, which knows nothing of the end of a day.
  private func shownChanges(
    _ changes: ListChanges, to list: PresentedList, from held: Held
  ) -> RowListDiff {
    let before = PresentedList(held.snapshot)
    return list.base.isOnDay(of: held.snapshot)
      ? list.changes(changes, from: before) : list.changes(from: before)
  }

  /// Begins a transaction, and returns the version that it reads.
  func begin(_ reader: Store.Reader) async throws -> Store.Version? {
    try await source.prepare(reader, since: (held?.place ?? outlined?.place)?.cursor)
    try await reader.prepare(for: requests)
    diagnostics.versionChecks += 1
    diagnostics.delayReason = source.delay
    return try await reader.version()
  }

  private func read(
    after held: Held?, at version: Store.Version?, _ reader: Store.Reader
  ) async throws -> (Held, ListChanges, WriteTag?) {
    let day = request.order.section?.derivation?.day
    let isOfToday = held.map { $0.snapshot.section?.derivation?.day == day } ?? true
    if var held, isOfToday, let version, version == held.place.version {
      if isSourceNew {
        let answer = try await askSource(
          about: held.snapshot.layout.region, since: held.place.cursor, reader)
        held.place = Place(version: version, cursor: answer.cursor)
      } else {
        held.place = try await confirmed(held.place, at: version, reader)
      }
      guard held.snapshot.partial?.doubt != nil, recounting.delay(at: .now) == .zero else {
        return (held, ListChanges(), nil)
      }
      try await recount(&held, reader)
      return (held, .reset, nil)
    }
    let layout = try await reader.layout(of: request)
    let answer = try await askSource(about: layout.region, since: held?.place.cursor, reader)
    let place = Place(version: version, cursor: answer.cursor)
    guard let held else {
      if request.extent.windowSize != nil {
        return (try await openWindow(query(layout), at: place, reader), ListChanges(), nil)
      }
      try await findSections(for: query(layout), at: version, reader)
      let found = try await searched(layout, at: place, reader)
      var residents = ResidentRows()
      let snapshot =
        if let found { found } else { try await everything(layout, &residents, reader) }
      return (Held(snapshot: snapshot, place: place), ListChanges(), nil)
    }
    // A list that holds all rows with their contents has turned already.
    let plan =
      isOfToday
      ? LookPlan.decide(
        held: held.snapshot.layout, layout: layout,
        changes: held.place.cursor.map { _ in answer.rows })
      : .everything(reason: "the day ended that the sections follow")
    if held.snapshot.partial != nil {
      var now = held
      now.place = place
      let (next, changes) = try await followedWindow(now, plan, answer.rows, of: layout, reader)
      return (next, changes, answer.tag)
    }
    var residents = held.residents
    let (snapshot, changes) = try await snapshot(
      plan, answer.rows, of: layout, after: held.snapshot, &residents, reader)
    return (
      Held(snapshot: snapshot, place: place, residents: residents), changes,
      layout == held.snapshot.layout && layout.changesWithItsRegion ? answer.tag : nil
    )
  }

  private func askSource(
    about region: TableRegion, since cursor: Source.Cursor?, _ reader: Store.Reader
  ) async throws -> StoreChanges<Source.Cursor> {
    // The source may be started again while it answers.
    isSourceNew = false
    do {
      return try await source.changes(in: region, since: cursor, reader)
    } catch {
      isSourceNew = true
      throw error
    }
  }

  /// Returns a place with an equal version, which can prove more, and the cursor that belongs to it.
  func confirmed(
    _ place: Place, at version: Store.Version, _ reader: Store.Reader
  ) async throws -> Place {
    guard version.isLasting, place.version?.isLasting == false,
      place.cursor.map(Source.isLasting) == false
    else { return Place(version: version, cursor: place.cursor) }
    let region = held?.snapshot.layout.region ?? outlined?.query.layout.region ?? .everything
    let answer = try await source.changes(in: region, since: nil, reader)
    return Place(version: version, cursor: answer.cursor ?? place.cursor)
  }

  private func snapshot(
    _ plan: LookPlan, _ changed: ChangedRows, of layout: RowLayout, after held: RowSnapshot,
    _ residents: inout ResidentRows, _ reader: Store.Reader
  ) async throws -> (RowSnapshot, ListChanges) {
    switch plan {
    case .nothing: return (held, ListChanges())
    case .rows(let keys):
      let query = try query(held.layout)
      let refreshed =
        if held.coverage != nil {
          try await followed(changed, of: held, by: query, reader)
        } else if held.isBatched {
          try await refreshBatches(keys, of: held, by: query, &residents, reader)
        } else {
          try await refresh(keys, of: held, by: query, reader)
        }
      if let refreshed { return refreshed }
    case .everything(let reason):
      diagnostics.fullFetchReason = reason
    }
    let snapshot = try await everything(layout, &residents, reader)
    return (snapshot, snapshot.changes(from: held))
  }

  /// Reads the rows that may have changed.
  ///
  /// - Returns: The new snapshot and its changes, or `nil` if a row has taken over another row's key, which makes it
  ///   necessary to read every row.
  func refresh(
    _ keys: Set<RowKey>, of snapshot: RowSnapshot, by query: RowQuery, _ reader: Store.Reader
  ) async throws -> (RowSnapshot, ListChanges)? {
    let (rows, (old, work)) = try await read(keys, of: query, in: snapshot, reader)
    diagnostics.rowsRead += rows.count
    do {
      let applied = try snapshot.list.applying(rows.packed, inPlaceOf: old, work)
      diagnostics.work.add(applied.work)
      var next = snapshot
      next.list = applied.list
      return (next, ListChanges(applied.changed))
    } catch .duplicateKey {
      // Reading everything determines which rows they are.
      diagnostics.fullFetchReason = "rows no longer have unique keys"
      return nil
    } catch {
      throw StoreError(error, in: snapshot.layout)
    }
  }

  typealias FoundRows = ([RankedRow], TreeWork)

  /// Reads the rows that may have changed, and finds their previous versions.
  private func read(
    _ keys: Set<RowKey>, of query: RowQuery, in snapshot: RowSnapshot, _ reader: Store.Reader
  ) async throws -> (RowPacker, FoundRows) {
    // Finding a few rows takes less time than handing that work to another thread.
    guard keys.count > 1000 else {
      return (try await reader.rows(of: query, for: keys).packer(), snapshot.find(keys))
    }
    async let found = snapshot.findMeanwhile(keys)
    return (try await reader.rows(of: query, for: keys).packer(), await found)
  }
}

extension ResultsPipeline {
  /// Looks again, at once or later, if not all rows of a list with a window are counted.
  func countOn() {
    guard let partial = held?.snapshot.partial else { return }
    if partial.doubt != nil {
      timers.recount = note(.rang, after: recounting.delay(at: .now))
    } else if partial.frontier != nil {
      signal.note(.rang)
    }
  }
}

extension ResultsPipeline.Held {
  /// Whether both lists have the sections of the same day.
  fileprivate func isOnDay(of other: Self?) -> Bool {
    other.map { snapshot.isOnDay(of: $0.snapshot) } ?? true
  }
}

extension RowLayout {
  /// Whether only transactions that touch the region can change the rows.
  fileprivate var changesWithItsRegion: Bool {
    switch dependence {
    case .row, .tables: true
    case .unknown: false
    }
  }
}

extension RowSnapshot {
  /// Finds the rows that may have changed.
  fileprivate func find(_ keys: Set<RowKey>) -> ([RankedRow], TreeWork) {
    var work = TreeWork()
    return (list.rows(named: keys, keyIsRowID: layout.keyIsRowID, &work), work)
  }

  @concurrent fileprivate func findMeanwhile(
    _ keys: Set<RowKey>
  ) async -> ([RankedRow], TreeWork) { find(keys) }
}
