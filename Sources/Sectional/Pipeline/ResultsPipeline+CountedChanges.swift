extension ResultsPipeline {
  /// Brings a list with a window up to date.
  ///
  /// - Parameters:
  ///   - held: The list before, whose place is already the new one.
  ///   - plan: What to read.
  ///   - answer: The rows that may have changed, and what they were before.
  ///   - layout: The layout that the transaction sees.
  ///   - reader: The reader of the open transaction.
  /// - Returns: The list and its changes.
  /// - Throws: ``StoreError`` if the store can't be read.
  func followedWindow(
    _ held: Held, _ plan: LookPlan, _ answer: ChangedRows, of layout: RowLayout,
    _ reader: Store.Reader
  ) async throws -> (Held, ListChanges) {
    guard layout == held.snapshot.layout else {
      if case .everything(let reason) = plan { diagnostics.fullFetchReason = reason }
      return (try await beginWindow(query(layout), at: held.place, reader), .reset)
    }
    switch plan {
    case .nothing:
      guard held.snapshot.partial?.doubt != nil, recounting.delay(at: .now) == .zero else {
        return (held, ListChanges())
      }
      var next = held
      try await recount(&next, reader)
      return (next, .reset)
    case .everything(let reason): return try await doubted(held, because: reason, reader)
    case .rows(let names):
      do {
        return try await followed(held, names, answer.oldRows, reader)
      } catch let problem as UncountedChange {
        return try await doubted(held, because: problem.reason, reader)
      }
    }
  }

  /// Follows changes of rows, of which it is known what they were before.
  private func followed(
    _ held: Held, _ names: Set<RowKey>, _ oldRows: [RowKey: OldRow], _ reader: Store.Reader
  ) async throws -> (Held, ListChanges) {
    guard held.snapshot.partial?.doubt == nil else { throw UncountedChange.unknown }
    let change = try await change(names, oldRows, of: held.snapshot, reader)
    guard !change.isEmpty else { return (held, ListChanges()) }
    var next = held
    next.snapshot.contentsLook = thisLook
    next.snapshot.partial?.changeLook = thisLook
    let blocks = held.snapshot.list.countedBlocks(of: change)
    guard change.isSmall(blocks, options.counting, shape) else {
      return (try await adjusted(next, by: change, reader), .reset)
    }
    for block in blocks {
      guard let list = try await restored(block, in: next.snapshot, change, reader) else {
        throw UncountedChange("a block has other rows than were counted")
      }
      next.snapshot.list = list
    }
    let before = next.snapshot
    guard let old = change.rowsBefore(in: before.list) else { throw UncountedChange.contradiction }
    do {
      let applied = try before.list.applying(change.arrived, inPlaceOf: old)
      diagnostics.work.add(applied.work)
      next.snapshot.list = applied.list
      let changes = ListChanges(applied.changed)
      if before.list.count == 0 { next.lookAtBeginning() }
      return (next, changes)
    } catch {
      // A fresh list would not be told either that a row outside of the window has another one's key.
      throw UncountedChange("rows no longer have unique keys")
    }
  }

  /// Determines which rows were in the list, and which are.
  func change(
    _ names: Set<RowKey>, _ oldRows: [RowKey: OldRow], of snapshot: RowSnapshot,
    _ reader: Store.Reader
  ) async throws -> CountedChange {
    guard let partial = snapshot.partial else { throw UncountedChange.unknown }
    let query = try query(snapshot.layout)
    var change = CountedChange(rows: try await rows(named: names, query, reader), partial)
    var unknown: Set<RowKey> = []
    for name in names {
      var work = TreeWork()
      let known = snapshot.list.rows(
        named: [name], keyIsRowID: snapshot.layout.keyIsRowID, &work)
      for row in known { change.note(known: row) }
      guard known.isEmpty else { continue }
      switch query.oldPosition(of: name, oldRows[name]) {
      case .outside: continue
      case .at(let orderKey):
        guard partial.covers(orderKey) else { continue }
        change.note(counted: orderKey, rowID: name.rowID)
      case .unknown: unknown.insert(name)
      }
    }
    change.settle()
    // If all rows are in memory, the others weren't in the list.
    if !unknown.isEmpty, snapshot.list.countsRows {
      change.leaveOut(try await unmoved(unknown, change, in: snapshot, reader))
    }
    return change
  }

  /// Returns the rows with some names if they are only counted and have kept their places, which no change log says.
  ///
  /// They have if the sums of their blocks are those that were counted.
  ///
  /// - Throws: ``UncountedChange`` if they haven't, or if that can't be determined.
  private func unmoved(
    _ names: Set<RowKey>, _ change: CountedChange, in snapshot: RowSnapshot,
    _ reader: Store.Reader
  ) async throws -> Set<RowKey> {
    guard let rows = change.arrived(named: names, keyIsRowID: snapshot.layout.keyIsRowID) else {
      throw UncountedChange.unknown
    }
    let blocks = Dictionary(grouping: rows) { row in
      snapshot.list.block(for: row.orderKey)?.ranks.lowerBound
    }
    guard blocks.count <= options.counting.mostRestoredBlocks else {
      throw UncountedChange.unknown
    }
    for (rank, rows) in blocks {
      guard let rank, !snapshot.list.isResident(rank),
        try await restored(
          snapshot.list.block(at: rank), in: snapshot, change,
          taking: rows.map { ($0.orderKey, $0.record.rowID) }, reader) != nil
      else { throw UncountedChange.unknown }
    }
    return Set(rows.map(\.key))
  }

  /// Reads rows, without their contents if a cell doesn't fit.
  private func rows(
    named names: Set<RowKey>, _ query: RowQuery, _ reader: Store.Reader
  ) async throws -> PackedRows {
    do {
      let rows = try await reader.rows(of: query, for: names).packer()
      diagnostics.rowsRead += rows.count
      return rows.packed
    } catch let error as StoreError where error.code == .unexpectedCell {
      problem = error
      let keys = try await queryWithoutContents(reader)
      return try await reader.rows(of: keys, for: names).packer().packed
    }
  }

  /// Reads a block as it was before the change.
  ///
  /// - Parameters:
  ///   - block: The block.
  ///   - snapshot: The rows before the change.
  ///   - change: The rows that came, went or changed.
  ///   - unmoved: The order keys of those that are taken for unmoved, and their rowids.
  ///   - reader: The reader of the open transaction.
  /// - Returns: The list with the block's rows, or `nil` if it had other rows than were counted.
  /// - Throws: ``StoreError`` if the store can't be read.
  private func restored(
    _ block: ListBlock, in snapshot: RowSnapshot, _ change: CountedChange,
    taking unmoved: [(orderKey: RowOrderKey, rowID: Int64?)] = [], _ reader: Store.Reader
  ) async throws -> RowList? {
    let list = snapshot.list
    let present = try await rows(
      of: queryWithoutContents(reader), in: block, upTo: snapshot.partial?.frontier,
      expecting: block.ranks.count + change.arrived.count, reader)
    let gone = change.counted.filter { list.block(for: $0.orderKey)?.ranks == block.ranks }
    return list.restoring(
      blockAt: block.ranks.lowerBound, from: present, without: change.keys, and: gone + unmoved)
  }

  /// Adds up how many rows there are in each block now, without reading them.
  func adjusted(
    _ held: Held, by change: CountedChange, _ reader: Store.Reader
  ) async throws -> Held {
    var next = held
    let list = held.snapshot.list.counting(except: LookedRanges())
    guard
      let adjusted = list.adjusting(
        removing: change.counted.map(\.orderKey) + change.known.map(\.row.orderKey),
        adding: change.arrived.all.map(\.orderKey))
    else { throw UncountedChange.contradiction }
    next.snapshot.list = try await divided(
      adjusted, at: change.arrived, upTo: held.snapshot.partial?.frontier, reader)
    try await load(held.looked.ranges, into: &next, reader)
    return next
  }

  /// Divides blocks that grew so much that reading one of them would take up the memory of many.
  private func divided(
    _ list: RowList, at arrived: PackedRows, upTo frontier: [UInt8]?, _ reader: Store.Reader
  ) async throws -> RowList {
    var divided = list
    for row in arrived.all {
      guard let block = divided.block(for: row.orderKey),
        block.ranks.count > shape.blockRows * 2
      else { continue }
      let query = try await queryWithoutContents(reader)
      let rows = try await rows(
        of: query, in: block, upTo: frontier, expecting: block.ranks.count, reader)
      guard let parts = divided.dividing(blockAt: block.ranks.lowerBound, into: rows) else {
        throw UncountedChange.contradiction
      }
      divided = parts
    }
    return divided
  }

  /// Reads again what is in memory, and leaves the counts of the other blocks as they are until all are counted again.
  private func doubted(
    _ held: Held, because reason: String, _ reader: Store.Reader
  ) async throws -> (Held, ListChanges) {
    diagnostics.fullFetchReason = reason
    var next = held
    next.snapshot.list = held.snapshot.list.counting(except: LookedRanges())
    next.snapshot.contentsLook = thisLook
    next.snapshot.partial?.changeLook = thisLook
    next.snapshot.partial?.doubt = reason
    if recounting.delay(at: .now) == .zero {
      try await recount(&next, reader)
    } else {
      try await load(held.looked.ranges, into: &next, reader)
    }
    return (next, .reset)
  }
}

/// Why it can't be told which blocks a change concerns.
struct UncountedChange: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  static let unknown = UncountedChange(
    "a row may have been counted, and no change log says what the row was")
  static let contradiction = UncountedChange(
    "what the change log says of a row contradicts what was counted")
}

extension ResultsPipeline.Held {
  /// Keeps the first rows in memory, which people see first.
  fileprivate mutating func lookAtBeginning() {
    if snapshot.list.count > 0 { looked.note(snapshot.list.block(at: 0).range) }
  }
}
