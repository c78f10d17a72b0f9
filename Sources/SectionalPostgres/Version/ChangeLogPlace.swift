/// The newest entry that a change log has for a table, with the random marks that tell the server's history from others.
///
/// A server that was put back to an earlier state gives the numbers of transactions, and all other counters, a second time.
/// It doesn't give a random number a second time: each entry has one, and the log gets another one whenever old entries are
/// deleted.
struct ChangeLogPlace: Hashable, Codable, Sendable {
  /// An entry for a statement that changed the table.
  struct Entry: Hashable, Codable, Sendable {
    /// The number of the transaction that wrote it.
    let transaction: UInt64
    let mark: String
  }

  /// The log's own mark.
  let mark: String
  /// The lowest number of a transaction whose entries are still there.
  let prunedBelow: UInt64
  /// The entry of the transaction with the highest number; `nil` if there is none for the table.
  let newest: Entry?
}

extension ChangeLogPlace {
  /// Says why entries since an earlier place can't be told apart from those before it; `nil` if they can.
  ///
  /// - Parameters:
  ///   - earlier: The earlier place.
  ///   - lowestRunning: The number below which every transaction had ended then.
  ///   - isThere: Whether the earlier place's newest entry is still in the log, with its mark.
  ///   - isSameRun: Whether the server has not been started again since.
  /// - Returns: The reason, for people.
  func gapReason(
    since earlier: ChangeLogPlace, lowestRunning: UInt64, isThere: Bool, isSameRun: Bool
  ) -> String? {
    let isTooLate = "the change log no longer reaches back far enough"
    guard let newest = earlier.newest else {
      // Nothing was deleted from a log that still has its mark.
      if earlier.mark == mark { return nil }
      return isSameRun && prunedBelow <= lowestRunning ? nil : isTooLate
    }
    if isThere {
      // In another history entries since can be older than what was running then.
      return prunedBelow <= (isSameRun ? lowestRunning : newest.transaction) ? nil : isTooLate
    }
    guard newest.transaction < prunedBelow else {
      return "the server went back to an earlier state"
    }
    return isSameRun && prunedBelow <= lowestRunning ? nil : isTooLate
  }
}
