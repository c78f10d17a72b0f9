import Sectional

/// Which columns' old values the lists over a store need: those with an offset, and those that follow several tables.
///
/// Nobody says when a list ends. But one that lives reads rows after each commit that touches its table, and then asks again.
/// So what wasn't asked for during many commits is no longer kept. If a list still needs it, it reads its rows once
/// and asks for it by that.
final class WantedOldValues: Sendable {
  /// The number of commits after which something that wasn't asked for again is forgotten.
  private static let lasting: Int64 = 1_000

  // State: guarded by its lock. The newest commit when a column was last asked for, by table and column.
  private let asked = Locked<[String: [String: Int64]]>([:])

  /// Notes that a list needs the old values of some columns.
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - table: The table's name in the schema.
  ///   - commit: The number of the newest commit.
  func ask(for columns: Set<String>, of table: String, at commit: Int64) {
    asked.withLock { asked in
      for column in columns { asked[table, default: [:]][column] = commit }
    }
  }

  /// Returns the columns that lists need.
  ///
  /// - Parameter commit: The number of the newest commit.
  /// - Returns: The columns by table.
  func columns(at commit: Int64) -> [String: Set<String>] {
    asked.withLock { asked in
      guard !asked.isEmpty else { return [:] }
      asked = asked.mapValues { $0.filter { commit - $0.value <= WantedOldValues.lasting } }
        .filter { !$0.value.isEmpty }
      return asked.mapValues { Set($0.keys) }
    }
  }
}
