import Sectional

/// The latest commits to a file whose rows are known, and the states of the file that lie between them.
///
/// Between two of these states, no other commit lies: the file's own counter shows that each known commit is the only one
/// between the state before it and the state after it.
final class KnownCommits: Sendable {
  /// What is known, as a value.
  struct State {
    var recent = RecentChanges()
    /// The number of the last commit before a state.
    var places: [SQLiteStoreVersion.Identity: Int64] = [:]
    /// The states in `places`, the newest last.
    var states: [SQLiteStoreVersion.Identity] = []
    /// The latest reported commit that wasn't believed, and why.
    var gap: (commit: Int64, reason: String)?
    /// What the store's own connection had seen of others' commits when it last wrote.
    var seen: SQLiteCounters?
    /// The number of commits that were announced and not yet noted.
    var announced = 0
    /// Those who wait for them, by a number; they are resumed after the lock is released.
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var numbers = 0
  }

  /// With more states than this, the older half is forgotten.
  static let most = 2048

  // State: guarded by its lock.
  let state = Locked(State())

  /// The number of the newest commit.
  var newest: Int64 { state.withLock { $0.recent.newest } }

  /// Notes the rows of a commit.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - tag: Its tag.
  ///   - step: The states before and after it; `nil` if they can't be told from others, or if it isn't the only commit
  ///     between them.
  ///   - counters: What the store's own connection had seen of others' commits, if the commit is its own.
  func note(
    _ rows: TouchedRows, _ tag: WriteTag? = nil, in step: CommitStep?,
    seenBy counters: SQLiteCounters? = nil
  ) {
    state.withLock { state in
      if let step { state.link(step.before) }
      state.recent.beginCommit(tag: tag)
      for (name, table) in rows.tables {
        if table.isUnknown {
          if let reason = table.reason {
            state.recent.noteUnknown(in: name, because: reason)
          } else {
            state.recent.noteUnknown(in: name)
          }
        } else {
          state.recent.note(
            rowIDs: table.rowIDs, keys: table.keys, oldRows: table.oldRows, in: name)
        }
      }
      if let step {
        if step.changesFile { state.add(step.after) }
      } else {
        state.forgetStates()
      }
      if let counters { state.seen = counters }
    }
  }

  /// Notes that a commit was reported whose rows aren't known.
  func noteGap(because reason: String) {
    note(TouchedRows(), in: nil)
    state.withLock { $0.gap = ($0.recent.newest, reason) }
  }

  /// Returns why the rows of a commit after another one aren't known, if it was reported.
  func gap(since commit: Int64) -> String? {
    state.withLock { state in state.gap.flatMap { $0.commit > commit ? $0.reason : nil } }
  }

  /// Returns the rows of a region's tables that were touched after a commit, and the commits' common tag.
  func changes(in region: TableRegion, since commit: Int64) -> (ChangedRows, WriteTag?) {
    state.withLock { $0.changes(in: region, since: commit) }
  }

  /// Returns the rows of a region's tables that were touched between two cursors, and the commits' common tag, or `nil`
  /// if they aren't known.
  func changes(
    in region: TableRegion, from earlier: SQLiteCursor, to now: SQLiteCursor
  ) -> (ChangedRows, WriteTag?)? {
    state.withLock { state in
      guard let start = state.place(of: earlier), let end = state.place(of: now), start <= end
      else { return nil }
      return state.changes(in: region, since: start)
    }
  }
}

extension KnownCommits.State {
  fileprivate func changes(
    in region: TableRegion, since commit: Int64
  ) -> (ChangedRows, WriteTag?) {
    (recent.changes(in: region, since: commit), recent.tag(of: region, since: commit))
  }

  /// Continues from a state, and forgets the others if it isn't the one after the newest commit.
  fileprivate mutating func link(_ before: SQLiteStoreVersion.Identity) {
    guard states.last != before else { return }
    forgetStates()
    add(before)
  }

  /// Forgets every place, because a commit is unknown.
  fileprivate mutating func forgetStates() { (places, states, seen) = ([:], [], nil) }

  fileprivate mutating func add(_ identity: SQLiteStoreVersion.Identity) {
    places[identity] = recent.newest
    states.append(identity)
    guard states.count > KnownCommits.most else { return }
    for state in states.prefix(KnownCommits.most / 2) { places[state] = nil }
    states.removeFirst(KnownCommits.most / 2)
  }

  /// The number of the last commit before a cursor.
  fileprivate func place(of cursor: SQLiteCursor) -> Int64? {
    if let identity = cursor.identity, let place = places[identity] { return place }
    guard let seen, seen.connection == cursor.counters.connection,
      seen.data == cursor.counters.data
    else { return nil }
    return cursor.counters.commit
  }
}

/// The states of a file before and after a commit that is the only one between them.
struct CommitStep {
  let before: SQLiteStoreVersion.Identity
  let after: SQLiteStoreVersion.Identity

  /// Whether the commit wrote to the file.
  var changesFile: Bool { before != after }
}
