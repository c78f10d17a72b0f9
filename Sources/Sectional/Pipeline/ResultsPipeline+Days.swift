extension ResultsPipeline {
  /// Sends the life cycle an event when the day of the sections ends, until the pipeline is released.
  func followDay() {
    guard let clock = request.order.section?.days?.clock else { return }
    tasks.day = Task { [inbox] in
      while !Task.isCancelled {
        let (time, today) = (clock.now, RelativeToday(clock))
        // A look may have noticed another day in the meantime.
        inbox.endDay(before: today)
        let end = today.end(after: time)
        guard (try? await clock.wait(from: time, to: end, in: today.timeZone)) != nil else {
          return
        }
      }
    }
  }

  /// Puts the rows that are held into the sections of the current day, without a look at the store.
  func turn() -> ResultsEvent? {
    turnRequest()
    guard let held = delivered.rows, let before = delivered.presented, !isOnCurrentDay else {
      // No rows are read yet, or an earlier look has turned.
      inbox.send(.confirmed)
      return nil
    }
    let next: Placed
    do throws(StoreError) {
      next = try turned(held)
    } catch {
      inbox.send(.confirmed)
      return .failed(error, step: nil)
    }
    let presented = PresentedList(next.snapshot, after: before)
    let rowChanges = next.snapshot.hasKeys(of: held.snapshot) ? ListChanges() : nil
    let changes =
      rowChanges.map { presented.changes($0, from: before) } ?? presented.changes(from: before)
    delivered.deliver(.rows(next), as: presented)
    reportToCache(work: .zero, isListNew: rowChanges == nil)
    perform(inbox.send(.turned))
    return .turned(
      ResultsDelivery(
        list: presented, changes: changes, rowChanges: rowChanges, tags: CommonTag(nil),
        version: next.place.version?.description, alongside: reading.alongside?.read?.rows ?? [],
        diagnostics: reading.diagnostics, step: reading.startedLooks))
  }

  /// Whether the rows that are held are in the sections of the day that the request has.
  var isOnCurrentDay: Bool {
    delivered.rows.map { reading.isOnCurrentDay($0.snapshot) } ?? true
  }

  /// Whether rows must be read to put what is held into the sections of the request's day.
  var mustReadToTurn: Bool {
    guard request.extent.isReadEachDay else { return false }
    return delivered.rows.map { !reading.hasCurrentKeys($0.snapshot) } ?? true
  }

  /// Returns what is held in the sections of the request's day; unchanged if it is already in these, or if rows must be read
  /// for that.
  ///
  /// - Complexity: O(1), but O(*n* log *n*) if the day has ended and decides the keys of the sections, where *n* is the number of rows.
  func turned(_ held: Placed) throws(StoreError) -> Placed {
    guard !isOnCurrentDay, !mustReadToTurn else { return held }
    var next = held
    if reading.hasCurrentKeys(held.snapshot) {
      next.list.snapshot.section = request.order.section
    } else {
      next.list.snapshot = try held.snapshot.regrouped(by: reading.query(held.snapshot.layout))
    }
    return next
  }

  /// Gives the request the sections of the current day.
  func turnRequest() {
    let former = request.order.section
    guard reading.queries.turn() else { return }
    inbox.turn(to: request.order.section?.derivation?.day)
    if request.order.section != former { cache?.session.recordDay() }
  }
}

extension RowSnapshot {
  /// Returns whether both snapshots have the sections of the same day, if their sections follow the day.
  func isOnDay(of other: RowSnapshot?) -> Bool {
    section?.derivation?.day == other?.section?.derivation?.day
  }

  /// Returns whether the keys of the sections are made in the same way in both snapshots.
  func hasKeys(of other: RowSnapshot) -> Bool { section == other.section }

  /// Returns the same rows in the sections of another query of the same layout.
  ///
  /// - Throws: ``StoreError`` with code `unexpectedCell` if a row fits none of its sections.
  fileprivate func regrouped(by query: RowQuery) throws(StoreError) -> RowSnapshot {
    var packer = RowPacker(query, isOrdered: false)
    let columns = layout.columns.names.count
    var walk = RowWalk(list)
    while let row = walk.row {
      // A derived value follows the row's own cells.
      let contents = PackedRow(row.contents.values.prefix(columns))
      try packer.append(contents, rowID: row.record.rowID)
      walk.advance()
    }
    do {
      return RowSnapshot(
        list: try RowList(packer.packed), layout: layout, ordering: query.ordering,
        section: query.request.order.section)
    } catch {
      throw StoreError(error, in: layout)
    }
  }
}
