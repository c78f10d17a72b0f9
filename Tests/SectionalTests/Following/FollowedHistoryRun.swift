import SectionalTesting

@testable import Sectional

/// A list that is brought up to date after a small history, with a table in place of a store.
struct FollowedHistoryRun {
  let history: FollowedHistory
  let query: RowQuery
  private let before: RowSnapshot

  init(_ history: FollowedHistory) throws {
    self.history = history
    query = try history.query()
    before = try history.snapshot(query)
  }

  /// The list afterwards, or `nil` if it must be read again.
  func followed() async throws -> FollowedList? {
    let names = Set(history.old.indices.map { FollowedHistory.key($0 + 1) })
    var work = TreeWork()
    do {
      let named = NamedRows(
        rows: FollowedHistory.packed(history.after.filter { $0.id < 9 }, query),
        known: before.list.rows(named: names, keyIsRowID: false, &work),
        oldPlaces: try follower.oldPlaces(of: names, history.oldRows, in: before))
      return try await follower.followed(before, named)
    } catch is UnfollowedChange {
      return nil
    }
  }

  private var follower: ListFollower {
    ListFollower(
      query: query, options: CountingOptions(),
      readBlock: { block, coverage, _ in
        let grouping = RowGrouping(query.ordering)
        let rows = history.after.filter { row in
          let orderKey = FollowedHistory.orderKey(of: row, query)
          return !orderKey.precedes(RowOrderKey(bytes: block.start), in: grouping)
            && block.end.map { orderKey.precedes(RowOrderKey(bytes: $0), in: grouping) } ?? true
            && coverage.side(of: orderKey, in: grouping) == .inside
        }
        return FollowedHistory.packed(rows, query, contents: false)
      },
      readPage: { page in
        let rows = history.after.filter {
          page.admits(
            FollowedHistory.orderKey(of: $0, query), in: RowGrouping(query.ordering))
        }
        let read = page.isReversed ? rows.suffix(page.count) : rows.prefix(page.count)
        return (FollowedHistory.packed(Array(read), query), read.count, false)
      })
  }

  /// Throws if a list isn't what the rows are now, or doesn't say what happened to them.
  func check(_ followed: FollowedList) throws {
    try checkRows(followed.snapshot)
    let changes = followed.changes
    try require(!changes.isReset, "it isn't known what changed")
    let told = Set(changes.rows.map(Event.init))
    let events = before.coverage.slice == nil ? events : events(in: followed)
    try require(told == events, "\(told.sorted()) is told, and not \(events.sorted())")
    try require(told.count == changes.rows.count, "a row is told twice")
  }

  private func checkRows(_ snapshot: RowSnapshot) throws {
    let (list, coverage) = (snapshot.list, snapshot.coverage)
    let grouping = RowGrouping(query.ordering)
    let known = history.after.filter {
      coverage.side(of: FollowedHistory.orderKey(of: $0, query), in: grouping) == .inside
    }
    try require(list.count == known.count, "\(list.count) rows are counted, and not \(known.count)")
    let whole = try RowList(FollowedHistory.packed(known, query))
    try require(list.sectionStarts == whole.sectionStarts, "sections begin elsewhere")
    if let slice = coverage.slice {
      let before = history.after.firstIndex { $0 == known.first } ?? 0
      try require(coverage.head == before, "\(coverage.head) rows are before, and not \(before)")
      let all = history.after
      let shown = all[min(slice.lowerBound, all.count)..<min(slice.upperBound, all.count)]
      try require(
        shown.map { FollowedHistory.key($0.id) } == snapshot.shownRanks.map { list[$0].key },
        "other rows are shown")
    }
    var rank = 0
    while rank < list.count {
      let block = list.blocks[ofRank: rank]
      let rows = Array(known[block.ranks])
      if block.isResident {
        for (rank, row) in zip(block.ranks, rows) {
          try require(list[rank].hasOrderKey(of: whole[rank]), "another row than \(row) is there")
          try require(list.rank(of: list[rank].key) == rank, "\(row) isn't found")
        }
      } else {
        try require(
          list.blocks.filling(at: rank, with: FollowedHistory.packed(rows, query)) != nil,
          "other rows than \(rows) are counted")
      }
      rank = block.ranks.upperBound
    }
  }

  private func require(_ condition: Bool, _ words: @autoclosure () -> String) throws(LawViolation) {
    guard condition else { throw LawViolation(.consistent, "\(words()): \(history)") }
  }
}

extension FollowedHistoryRun {
  /// What happened to a row.
  private struct Event: Hashable, Comparable {
    let key: RowKey
    let old: Int?
    let new: Int?
    let keepsPlace: Bool
    let hasNewContents: Bool

    init(_ change: RowChange) {
      (key, old, new) = (change.key, change.old, change.new)
      (keepsPlace, hasNewContents) = (change.keepsPlace, change.hasNewContents)
    }

    /// Compares a row before and after; `nil` if nothing happened to it.
    init?(
      _ before: (rank: Int, row: FollowedHistory.Row)?,
      _ after: (rank: Int, row: FollowedHistory.Row)?, areContentsKnown: Bool
    ) {
      guard let id = before?.row.id ?? after?.row.id else { return nil }
      (key, old, new) = (FollowedHistory.key(id), before?.rank, after?.rank)
      guard let before, let after else {
        (keepsPlace, hasNewContents) = (false, true)
        return
      }
      keepsPlace = before.row.place == after.row.place
      hasNewContents = areContentsKnown && before.row != after.row
      if keepsPlace, !hasNewContents { return nil }
    }

    static func < (left: Event, right: Event) -> Bool {
      (left.old ?? -1, left.new ?? -1) < (right.old ?? -1, right.new ?? -1)
    }
  }

  /// What happened to the named rows of a list whose end doesn't move.
  private var events: Set<Event> {
    let known = { (rows: [FollowedHistory.Row]) in
      rows.filter { history.knownZones.contains($0.place / 10) }
    }
    let (before, after) = (known(history.before), known(history.after))
    return Set(
      [1, 2].compactMap { id in
        let old = before.firstIndex { $0.id == id }.map { (rank: $0, row: before[$0]) }
        let new = after.firstIndex { $0.id == id }.map { (rank: $0, row: after[$0]) }
        return Event(
          old, new,
          areContentsKnown: old.map { history.zone(of: $0.row.place) == .contents } ?? false)
      })
  }

  /// What happened to the rows of a slice, which come from both sides.
  private func events(in followed: FollowedList) -> Set<Event> {
    let (before, after) = (followed.before, followed.snapshot.list)
    let rows = { (rows: [FollowedHistory.Row], list: RowList) in
      Dictionary(
        uniqueKeysWithValues: rows.compactMap { row in
          list.rank(of: FollowedHistory.key(row.id)).map { (row.id, (rank: $0, row: row)) }
        })
    }
    let (old, new) = (rows(history.before, before), rows(history.after, after))
    return Set(
      Set(old.keys).union(new.keys).compactMap {
        Event(old[$0], new[$0], areContentsKnown: true)
      })
  }
}
