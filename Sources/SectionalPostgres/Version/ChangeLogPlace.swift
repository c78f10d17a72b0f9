/// The newest entry that a change log has for a table, with the random marks that distinguish the server's history from
/// others.
///
/// A server that was restored to an earlier state assigns the same transaction numbers, and all other counters, again.
/// It doesn't produce the same random numbers again: each entry has one, and the log gets a new one whenever old
/// entries are deleted.
struct ChangeLogPlace: Hashable, Codable, Sendable {
  /// An entry for a statement that changed the table.
  struct Entry: Hashable, Codable, Sendable {
    /// The number of the transaction that wrote it.
    let transaction: UInt64
    let mark: String
  }

  /// The log's own mark; empty after a crash of the server, which empties the log, until the log is first pruned.
  let mark: String
  /// The lowest transaction number whose entries haven't been deleted.
  let prunedBelow: UInt64
  /// The entry of the transaction with the highest number, or `nil` if the table has no entry.
  let newest: Entry?
}

extension ChangeLogPlace {
  private var hasMark: Bool { !mark.isEmpty }

  /// Whether no other history of the server has the same position.
  var isMarked: Bool { hasMark || newest != nil }

  /// Returns why entries since an earlier position can't be distinguished from those before it, or `nil` if they can.
  ///
  /// - Parameters:
  ///   - earlier: The earlier position.
  ///   - lowestRunning: The number below which every transaction had ended at that time.
  ///   - isThere: Whether the earlier position's newest entry is still in the log, with the same mark.
  ///   - isSameRun: Whether the server hasn't been started again since, and hasn't recovered from a crash.
  /// - Returns: The reason, as text for people.
  func gapReason(
    since earlier: ChangeLogPlace, lowestRunning: UInt64, isThere: Bool, isSameRun: Bool
  ) -> String? {
    let isTooLate = "the change log no longer reaches back far enough"
    guard let newest = earlier.newest else {
      // A log that still has its mark has had nothing deleted.
      if earlier.mark == mark, isSameRun || hasMark { return nil }
      // Pruning gives the log another mark only when it raises the limit.
      return isSameRun && prunedBelow > 0 && prunedBelow <= lowestRunning ? nil : isTooLate
    }
    if isThere {
      // In another history, entries written since then can be older than what was running then.
      return prunedBelow <= (isSameRun ? lowestRunning : newest.transaction) ? nil : isTooLate
    }
    guard newest.transaction < prunedBelow else {
      return "the server went back to an earlier state"
    }
    return isSameRun && prunedBelow <= lowestRunning ? nil : isTooLate
  }
}
