/// The rows whose contents are in memory, in the order in which they were last wanted.
struct ResidentRows: Sendable {
  private var turns: [RowKey: Int] = [:]
  private var queue: [(key: RowKey, turn: Int)] = []
  private var turn = 0
  /// The number of rows that were wanted together last, which stay even if there is room for fewer.
  private var lastCount = 0
  /// The rows whose contents came because they stand next to rows that have them, since the last call of ``takeUnasked()``.
  private var unasked: [RowKey] = []

  /// The keys of the rows.
  var keys: some Collection<RowKey> { turns.keys }

  /// Returns whether a row's contents are in memory.
  func contains(_ key: RowKey) -> Bool { turns[key] != nil }

  /// Notes rows that somebody wants to look at.
  mutating func note(wanted keys: some Collection<RowKey>) {
    guard !keys.isEmpty else { return }
    note(keys)
    lastCount = keys.count
  }

  /// Notes rows whose contents are in memory.
  mutating func note(_ keys: some Collection<RowKey>) {
    turn += 1
    for key in keys where turns.updateValue(turn, forKey: key) != turn {
      queue.append((key, turn))
    }
  }

  /// Notes rows whose contents came although nobody asked for them.
  mutating func note(unasked keys: [RowKey]) {
    note(keys)
    unasked += keys
  }

  /// Returns the rows whose contents came although nobody asked for them, and forgets which ones they are.
  mutating func takeUnasked() -> [RowKey] {
    defer { unasked = [] }
    return unasked
  }

  /// Notes that somebody looked at rows, if their contents are in memory.
  mutating func touch(_ keys: some Sequence<RowKey>) { note(keys.filter(contains)) }

  /// Forgets rows.
  mutating func remove(_ keys: some Sequence<RowKey>) {
    for key in keys { turns[key] = nil }
  }

  /// Forgets the rows that were least recently wanted.
  ///
  /// - Parameter most: The number of rows to keep; if more were wanted together last, as many as these.
  /// - Returns: The keys of the rows whose contents are to be dropped.
  mutating func evict(beyond most: Int) -> [RowKey] {
    var (evicted, passed) = ([RowKey](), 0)
    while turns.count > max(most, lastCount), passed < queue.count {
      let (key, noted) = queue[passed]
      passed += 1
      // A row that was wanted again, or is gone, has another place in the queue, or none.
      guard turns[key] == noted else { continue }
      turns[key] = nil
      evicted.append(key)
    }
    queue.removeFirst(passed)
    if queue.count > turns.count * 2 + 64 { queue.removeAll { turns[$0.key] != $0.turn } }
    return evicted
  }
}
