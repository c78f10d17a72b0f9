/// The rows whose contents are in memory, in the order in which they were last wanted.
struct ResidentRows: Sendable {
  private var turns: [RowKey: Int] = [:]
  private var queue: [(key: RowKey, turn: Int)] = []
  private var turn = 0

  /// The number of rows.
  var count: Int { turns.count }

  /// The keys of the rows.
  var keys: some Collection<RowKey> { turns.keys }

  /// Returns whether a row's contents are in memory.
  func contains(_ key: RowKey) -> Bool { turns[key] != nil }

  /// Notes rows that are wanted together.
  mutating func note(_ keys: some Collection<RowKey>) {
    guard !keys.isEmpty else { return }
    turn += 1
    for key in keys where turns.updateValue(turn, forKey: key) != turn {
      queue.append((key, turn))
    }
  }

  /// Forgets rows that are no longer in the list.
  mutating func remove(_ keys: some Sequence<RowKey>) {
    for key in keys { turns[key] = nil }
  }

  /// Forgets the rows that were wanted the longest time ago.
  ///
  /// - Parameters:
  ///   - most: The number of rows to keep.
  ///   - sparesLast: Whether to keep the rows that were wanted last, even if there are more.
  /// - Returns: The keys of the rows whose contents are to be dropped.
  mutating func evict(beyond most: Int, sparesLast: Bool) -> [RowKey] {
    var (evicted, passed) = ([RowKey](), 0)
    while turns.count > most, passed < queue.count, !sparesLast || queue[passed].turn < turn {
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
