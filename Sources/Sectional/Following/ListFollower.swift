/// Brings a list up to date by the rows that changed.
///
/// It reads what it needs of the store by two functions, and keeps nothing between two changes.
struct ListFollower {
  /// Rows that were read, and whether the store had to look at all rows to find them.
  typealias Page = (rows: PackedRows, received: Int, visitsAll: Bool)

  /// The query of the list.
  let query: RowQuery
  let options: CountingOptions
  /// Reads the order and the keys of the rows that are in the range of a block, given how many are expected.
  let readBlock: (ListBlock, Coverage, Int) async throws -> PackedRows
  /// Reads rows with their contents.
  let readPage: (RowPage) async throws -> Page

  /// Brings a list up to date.
  ///
  /// - Parameters:
  ///   - snapshot: The list.
  ///   - change: The rows that changed.
  /// - Returns: The list after the change.
  /// - Throws: ``UnfollowedChange`` if the list must be read again, ``RowListError`` if the rows can't form a list, or what
  ///   the functions for reading throw.
  func followed(_ snapshot: RowSnapshot, _ change: NamedRows) async throws -> FollowedList {
    let placed = try await placed(change, in: snapshot)
    guard !placed.isEmpty else { return FollowedList(snapshot, before: snapshot.list) }
    guard let before = try await restored(snapshot, around: placed) else {
      return try await recounted(snapshot, by: placed)
    }
    guard let old = placed.rowsBefore(in: before) else { throw UnfollowedChange.contradiction }
    var followed = FollowedList(snapshot, before: before)
    if placed.changesRows {
      followed.add(try before.applying(placed.arrived, inPlaceOf: old, change.work))
    }
    guard followed.snapshot.coverage.moveHead(by: placed.headGrowth) else {
      throw UnfollowedChange.contradiction
    }
    if snapshot.coverage.slice != nil { try await fill(&followed) }
    if snapshot.coverage.tail != nil { try await fillTail(&followed) }
    return followed
  }
}

extension ListFollower {
  /// Determines where rows were that aren't in memory, as far as that matters.
  ///
  /// It needs nothing from the store, so a list that must be read again anyway is detected before anything is read.
  ///
  /// - Parameters:
  ///   - names: What a change log calls the rows that changed.
  ///   - oldRows: What they were before, as far as the log says.
  ///   - snapshot: The list.
  /// - Returns: The places of those rows that aren't in memory; none if all rows of the list are.
  /// - Throws: ``UnfollowedChange`` if the list can't be followed.
  func oldPlaces(
    of names: Set<RowKey>, _ oldRows: [RowKey: OldRow], in snapshot: RowSnapshot
  ) throws(UnfollowedChange) -> [OldPlace] {
    let (list, coverage) = (snapshot.list, snapshot.coverage)
    // If all rows of the list are in memory, the others weren't in it.
    guard coverage.head > 0 || snapshot.extent.countsRows else { return [] }
    if let doubt = coverage.counting.doubt { throw UnfollowedChange(doubt) }
    var (places, work) = ([OldPlace](), TreeWork())
    for name in names
    where list.rows(named: [name], keyIsRowID: snapshot.layout.keyIsRowID, &work).isEmpty {
      let position = query.oldPosition(of: name, oldRows[name])
      guard position != .unknown || coverage.head == 0 else { throw .unknown(in: coverage) }
      places.append((name, position, query.oldSummedCells(of: name, oldRows[name])))
    }
    return places
  }

  /// Determines where the rows that changed were, and where they are.
  ///
  /// - Throws: ``UnfollowedChange`` if that isn't known.
  func placed(_ change: NamedRows, in snapshot: RowSnapshot) async throws -> PlacedRows {
    let (list, coverage) = (snapshot.list, snapshot.coverage)
    var placed = PlacedRows(change.rows, inPlaceOf: change.known, in: coverage)
    for place in change.oldPlaces {
      try placed.add(place.name, at: place.position, in: list, coverage)
    }
    let rule = list.tree.shape.summary
    settle(&placed, change.oldPlaces, summing: rule)
    guard !placed.unknown.isEmpty, list.blocks.countRows else { return placed }
    guard let unmoved = try await unmoved(placed, in: snapshot) else {
      throw UnfollowedChange.unknown(in: coverage)
    }
    // A row that keeps its place may be summed up otherwise.
    if rule == nil { placed.leaveOut(Set(unmoved.map(\.key))) } else { placed.addCounted(unmoved) }
    return placed
  }

  /// Leaves out rows that are only counted, keep their places and are summed up as they were.
  private func settle(
    _ placed: inout PlacedRows, _ oldPlaces: [OldPlace], summing rule: SummaryRule?
  ) {
    guard let rule else { return placed.settle() }
    var summed: [[UInt8]: [UInt8]] = [:]
    for place in oldPlaces {
      if case .at(let orderKey) = place.position { summed[orderKey.bytes] = place.summed }
    }
    placed.settle { summed[$0.orderKey.bytes] == $0.record.keptCells(rule) }
  }
}

/// What a change log calls a row that isn't in memory, where the row was, and its cells that were summed up, as far as the log
/// says.
typealias OldPlace = (name: RowKey, position: OldPosition, summed: [UInt8]?)

/// The rows that changed, as a change log names them.
struct NamedRows {
  /// Those that are still there, wherever in the longer list.
  let rows: PackedRows
  /// Those that were in memory, each once.
  let known: [RankedRow]
  /// Where the others were, as far as that matters.
  let oldPlaces: [OldPlace]
  /// The work that finding them took.
  var work = TreeWork()
}

/// A list after a change.
struct FollowedList {
  /// The list before the change, with those rows in memory that came, went or changed.
  let before: RowList
  var snapshot: RowSnapshot
  /// Whether rows were counted without finding out which ones changed.
  var isRecounted = false
  /// The rows that changed.
  private(set) var changed: [ChangedRow] = []
  /// The keys of further rows that may differ.
  var touched: Set<RowKey> = []
  private(set) var work = TreeWork()

  init(_ snapshot: RowSnapshot, before: RowList) {
    (self.snapshot, self.before) = (snapshot, before)
  }

  mutating func add(_ applied: AppliedRows) {
    (snapshot.list, changed, work) = (applied.list, applied.changed, applied.work)
  }

  /// Whether the rows that are known are the same as before, with the same contents.
  var hasSameRows: Bool { !isRecounted && changed.isEmpty && touched.isEmpty }

  /// What happened to the rows.
  var changes: ListChanges {
    if isRecounted { return .reset }
    guard !touched.isEmpty else { return ListChanges(changed) }
    return snapshot.list.changes(from: before, among: touched.union(changed.map(\.key)))
  }
}
