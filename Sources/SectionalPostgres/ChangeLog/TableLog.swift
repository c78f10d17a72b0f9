/// Whether a table's changes are logged, whoever makes them.
enum TableLog: Sendable {
  /// All of them are, and all of its partitions'.
  case complete(LoggedTable, ChangeLogSchema, notifies: Bool)
  /// There are triggers, but the table, its partitions or the triggers were changed since.
  case outdated(reason: String)
  /// There are none.
  case missing
  /// It is none whose changes triggers can log.
  case impossible(reason: String)

  /// What it means for who asks for it.
  var status: PostgresChangeLogStatus {
    switch self {
    case .complete(_, _, let notifies): notifies ? .notifying : .logged
    case .outdated: .outdated
    case .missing, .impossible: .missing
    }
  }
}

/// Whether a table's changes are written into the database's change log.
public enum PostgresChangeLogStatus: String, Hashable, Codable, Sendable {
  /// They are, whoever makes them, and listeners are notified at once. Commits of writers wait for one another.
  case notifying
  /// They are, whoever makes them; lists ask for them at an interval.
  case logged
  /// The table, its partitions or the triggers were changed since; lists read everything until it is installed again.
  case outdated
  /// There are no triggers; lists read everything after each commit on the server.
  case missing
}
