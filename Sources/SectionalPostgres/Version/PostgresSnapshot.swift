/// The set of visible transactions, as reported by `pg_current_snapshot()`.
///
/// Snapshots aren't ordered: each of two can contain transactions that the other lacks.
public struct PostgresSnapshot: Hashable, Codable, Sendable {
  /// Every transaction with a lower number has ended.
  let lowestRunning: UInt64
  /// No transaction with this number or a higher one has ended.
  let next: UInt64
  /// The transactions between these two numbers that were running.
  let running: [UInt64]

  /// Parses the server's text: `xmin:xmax:xip,xip`.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let lowest = UInt64(parts[0]), let next = UInt64(parts[1]) else {
      return nil
    }
    let numbers = parts[2].split(separator: ",")
    let running = numbers.compactMap { UInt64($0) }
    guard running.count == numbers.count else { return nil }
    lowestRunning = lowest
    self.next = next
    self.running = running
  }
}

extension PostgresSnapshot: CustomStringConvertible {
  /// The server's text.
  public var description: String {
    "\(lowestRunning):\(next):\(running.map { "\($0)" }.joined(separator: ","))"
  }
}
