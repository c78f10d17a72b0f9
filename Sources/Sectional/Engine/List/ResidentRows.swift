/// The rows whose contents are in memory, in the order of their last use.
struct ResidentRows: Sendable {
  private var turns: [RowKey: Int] = [:]
  private var queue: [(key: RowKey, turn: Int)] = []
  private var turn = 0
  /// The number of rows in the last request, which stay even if there is room for fewer.
  private var lastCount = 0
  /// The rows that were loaded without a request, because they are next to loaded ones, since the last call of ``takeUnasked()``.
  private var unasked: [RowKey] = []

  /// The keys of the rows.
  var keys: some Collection<RowKey> { turns.keys }

  /// Returns whether a row's contents are in memory.
  func contains(_ key: RowKey) -> Bool { turns[key] != nil }

  /// Adds the rows of a request.
  mutating func insert(wanted keys: some Collection<RowKey>) {
    guard !keys.isEmpty else { return }
    insert(keys)
    lastCount = keys.count
  }

  /// Adds rows whose contents are in memory.
  mutating func insert(_ keys: some Collection<RowKey>) {
    turn += 1
    for key in keys where turns.updateValue(turn, forKey: key) != turn {
      queue.append((key, turn))
    }
  }

  /// Adds rows that were loaded without a request.
  mutating func insert(unasked keys: [RowKey]) {
    insert(keys)
    unasked += keys
  }

  /// Returns the rows that were loaded without a request since the last call.
  mutating func takeUnasked() -> [RowKey] {
    defer { unasked = [] }
    return unasked
  }

  /// Records an access to rows, if their contents are in memory.
  mutating func touch(_ keys: some Sequence<RowKey>) { insert(keys.filter(contains)) }

  /// Removes rows.
  mutating func remove(_ keys: some Sequence<RowKey>) {
    for key in keys { turns[key] = nil }
  }

  /// Removes the least recently used rows.
  ///
  /// - Parameter most: The number of rows to keep; the last request's rows are kept even if there are more.
  /// - Returns: The keys of the rows whose contents are to be evicted.
  mutating func evict(beyond most: Int) -> [RowKey] {
    var (evicted, passed) = ([RowKey](), 0)
    while turns.count > max(most, lastCount), passed < queue.count {
      let (key, noted) = queue[passed]
      passed += 1
      // A row that was used again, or removed, has another place in the queue, or none.
      guard turns[key] == noted else { continue }
      turns[key] = nil
      evicted.append(key)
    }
    queue.removeFirst(passed)
    if queue.count > turns.count * 2 + 64 { queue.removeAll { turns[$0.key] != $0.turn } }
    return evicted
  }
}

extension ResidentRows {
  /// Returns the keys of changed rows that aren't visible, and adds those that become visible.
  ///
  /// Rows aren't visible if they had no contents and are next to none that have.
  ///
  /// - Parameters:
  ///   - changed: The changed rows.
  ///   - list: The list after the change.
  ///   - most: The largest number of rows that become visible; the others are loaded when they are requested.
  /// - Returns: The keys.
  mutating func unseen(of changed: [ChangedRow], in list: RowList, atMost most: Int) -> [RowKey] {
    var (unseen, seen) = ([RowKey](), [RowKey]())
    var known = self
    for row in changed.sorted(by: { ($0.new?.rank ?? 0) < ($1.new?.rank ?? 0) }) {
      guard let rank = row.new?.rank, !contains(row.key) else { continue }
      let isSeen =
        (rank > 0 && known.contains(list[rank - 1].key))
        || (rank + 1 < list.count && contains(list[rank + 1].key)) || list.count == 1
      if isSeen, seen.count < most {
        seen.append(row.key)
        known.insert([row.key])
      } else {
        unseen.append(row.key)
      }
    }
    insert(unasked: seen)
    return unseen
  }
}
