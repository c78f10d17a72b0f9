extension ResultsPipeline {
  /// Looks at the store once: one transaction, one version, one set of changes.
  func look(_ opening: some TransactionOpening<Store>) async throws -> ResultsDelivery {
    // Whoever demands rows in between is told of the next look.
    let (look, wanted) = (beginLook(), inbox.takeWanted())
    turnRequest()
    // Rows that can't be put into today's sections are read again; the store may have others by now.
    let base = delivered.rows.map { held in (try? turned(held)) ?? held }
    let fullFetches = reading.diagnostics.fullFetches
    let (next, changes, tag, loaded, alongside) = try await serving(wanted) {
      try await opening.read(access.store) { reader in
        let version = try await access.begin(reader, since: delivered.place, reading)
        var (next, changes, tag) = try await read(after: base, at: version, reader)
        try await reading.recountIfDue(&next.list, &changes, after: base?.list, reader)
        let mayFit = base?.place.version != version || version == nil
        let loaded = try await reading.load(
          wanted, into: &next.list, &changes, after: base?.list, retrying: mayFit, reader)
        return (
          next, changes, tag, loaded, try await reading.rowsAlongside(reader, at: version)
        )
      }
    }
    let delivery = deliver(next, changes, tag, loaded, alongside, by: look)
    joinOthers(if: base == nil || reading.diagnostics.fullFetches == fullFetches)
    return delivery
  }

  /// Counts a look, and returns its number and when it began.
  func beginLook() -> (number: Int, start: ContinuousClock.Instant) {
    reading.startedLooks += 1
    return (reading.startedLooks, .now)
  }

  /// Takes over the list that a look has made.
  ///
  /// - Parameters:
  ///   - next: The list.
  ///   - changes: The changes that lead to it.
  ///   - tag: The tag of the transactions that made these.
  ///   - loaded: The wanted rows that have contents now, and those whose contents came unasked.
  ///   - alongside: The rows of the second query.
  ///   - look: The look.
  /// - Returns: What the owner is told.
  func deliver(
    _ next: Placed, _ changes: ListChanges, _ tag: WriteTag?,
    _ loaded: (wanted: [RowKey], unasked: [RowKey]) = ([], []), _ alongside: [StoredRow] = [],
    by look: (number: Int, start: ContinuousClock.Instant)
  ) -> ResultsDelivery {
    let (held, before) = (delivered.rows, delivered.presented)
    let presented = PresentedList(next.snapshot, after: before)
    let shown = before.map { shownChanges(changes, to: presented, from: $0) } ?? RowListDiff()
    // Counted rows, the end of a day and a reset belong to no transaction, so they have no tag.
    let isPlain = changes.appended == nil && !shown.isReset && next.isOnDay(of: held)
    let tags = shown.isEmpty ? CommonTag.empty : CommonTag(isPlain ? tag : nil)
    let isNew = held == nil ? cache?.session.written == nil : !shown.isEmpty
    let told = loaded.unasked.isEmpty ? [] : Set(shown.rows.map(\.key) + loaded.wanted)
    delivered.deliver(.rows(next), as: presented)
    listenAgain()
    reportToCache(work: look.start.duration(to: .now), isListNew: isNew)
    return ResultsDelivery(
      list: presented, changes: shown, rowChanges: next.hasKeys(of: held) ? changes : nil,
      tags: tags,
      version: next.place.version?.description,
      alongside: alongside, loaded: loaded.wanted + loaded.unasked.filter { !told.contains($0) },
      problem: reading.problem, diagnostics: reading.diagnostics, step: look.number)
  }

  /// Calls a body that reads requested rows, and requests them again if it fails for a reason other than these rows.
  private func serving<Output>(
    _ rows: WantedRows, _ body: () async throws -> Output
  ) async throws -> Output {
    reading.problem = nil
    do {
      return try await body()
    } catch {
      if StoreError(wrapping: error).code != .misplacedRows { inbox.putBack(rows) }
      throw error
    }
  }

  /// Returns the visible changes of a look, which may have crossed the end of a day.
  private func shownChanges(
    _ changes: ListChanges, to list: PresentedList, from before: PresentedList
  ) -> RowListDiff {
    list.base.hasKeys(of: before.base)
      ? list.changes(changes, from: before) : list.changes(from: before)
  }

  private func read(
    after held: Placed?, at version: Store.Version?, _ reader: Store.Reader
  ) async throws -> (Placed, ListChanges, WriteTag?) {
    let isOfToday = held.map { reading.hasCurrentKeys($0.snapshot) } ?? true
    if var held, isOfToday, let version, version == held.place.version {
      if tasks.listened.isSourceNew {
        let answer = try await askSource(
          about: held.snapshot.layout.region, since: held.place.cursor, reader)
        held.place = Place(version: version, cursor: answer.cursor)
      } else {
        held.place = try await access.confirmed(
          held.place, of: held.snapshot.layout.region, at: version, reader)
      }
      return (held, ListChanges(), nil)
    }
    let layout = try await reader.layout(of: request)
    let answer = try await askSource(about: layout.region, since: held?.place.cursor, reader)
    let place = Place(version: version, cursor: answer.cursor)
    guard let held else {
      let list = try await opened(layout, at: place, reader)
      return (Placed(list: list, place: place), ListChanges(), nil)
    }
    // A list that holds all rows with their contents has turned already.
    let plan =
      isOfToday
      ? LookPlan.decide(
        held: held.snapshot.layout, layout: layout,
        changes: held.place.cursor.map { _ in answer.rows },
        canTrace: !request.rows.follows.isEmpty)
      : .everything(reason: "the day ended that the sections follow")
    let (next, changes) = try await reading.followed(
      held.list, plan, answer.rows, of: layout, reader)
    return (
      Placed(list: next, place: place), changes,
      layout == held.snapshot.layout && layout.dependsOnTablesOnly ? answer.tag : nil
    )
  }

  private func askSource(
    about region: TableRegion, since cursor: Source.Cursor?, _ reader: Store.Reader
  ) async throws -> StoreChanges<Source.Cursor> {
    // The source may be started again while it answers.
    tasks.listened.isSourceNew = false
    do {
      return try await access.source.changes(in: region, since: cursor, reader)
    } catch {
      tasks.listened.isSourceNew = true
      throw error
    }
  }
}

extension ResultsPipeline {
  /// Looks again, at once or later, if not all rows of a list with a window are counted.
  func countOn() {
    guard let snapshot = delivered.rows?.snapshot, snapshot.extent.countsRows else { return }
    if snapshot.coverage.counting.doubt != nil {
      tasks.recount = send(.rang, after: reading.recounting.delay(at: .now))
    } else if !snapshot.coverage.isWhole {
      inbox.send(.rang)
    }
  }
}

extension PlacedList {
  /// Whether both lists have the sections of the same day.
  fileprivate func isOnDay(of other: Self?) -> Bool {
    other.map { snapshot.isOnDay(of: $0.snapshot) } ?? true
  }

  /// Whether the keys of the sections are made in the same way in both lists.
  fileprivate func hasKeys(of other: Self?) -> Bool {
    other.map { snapshot.hasKeys(of: $0.snapshot) } ?? true
  }
}
