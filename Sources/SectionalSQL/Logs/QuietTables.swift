/// Which tables' lists must look although nothing changed in the tables.
///
/// A change log keeps what happened to several tables, and no more than some entries. A list over a table that is seldom
/// written to would hold a place that the log no longer reaches back to, and would have to read everything at the next change.
/// A list that looks moves its place, and reads no rows.
package struct QuietTables: Sendable {
  /// How far a place may be behind the newest one: a quarter of the entries that a log keeps at least.
  package static let reach: UInt64 = 25_000

  /// The places in the logs from which the lists over each table last looked, or earlier ones.
  private var places: [String: UInt64] = [:]

  package init() {}

  /// Returns the tables whose lists are to look because their places are far behind.
  ///
  /// - Parameters:
  ///   - tables: The names of the tables that matter.
  ///   - changed: The tables whose lists look anyway.
  ///   - now: The newest place; places ascend.
  ///   - earlier: The place at the last call. The lists over a table that wasn't given then look from there on.
  ///   - start: Returns the oldest place that the log of a table keeps, or `nil` if it isn't known. A place in the older half
  ///     of what the log keeps is far behind, too.
  /// - Returns: The names of other tables.
  package mutating func due(
    among tables: Set<String>, besides changed: Set<String>, at now: UInt64,
    since earlier: UInt64, keptFrom start: (String) -> UInt64? = { _ in nil }
  ) -> Set<String> {
    var due: Set<String> = []
    var next: [String: UInt64] = [:]
    for table in tables {
      let before = min(places[table] ?? earlier, now)
      let isInOlderHalf = start(table).map { before < $0 + (now - min($0, now)) / 2 } ?? false
      let isBehind = now - before >= QuietTables.reach || isInOlderHalf
      let isLooking = changed.contains(table)
      if isBehind, !isLooking { due.insert(table) }
      next[table] = isBehind || isLooking ? now : before
    }
    places = next
    return due
  }
}
