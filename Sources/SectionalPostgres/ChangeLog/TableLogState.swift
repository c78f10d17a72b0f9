/// Whether a table's changes are logged, whichever program makes them.
enum TableLogState: Sendable {
  /// All changes are logged, including those of all its partitions.
  case complete(LoggedTable, ChangeLogSchema, notifies: Bool)
  /// The table has triggers, but it, its partitions or the triggers have changed since the log was installed.
  case outdated(reason: String)
  /// The table has no triggers.
  case missing
  /// Triggers can't log the table's changes.
  case impossible(reason: String)

  /// The public status that corresponds to this.
  var status: PostgresChangeLogStatus {
    switch self {
    case .complete(_, _, let notifies): notifies ? .notifying : .logged
    case .outdated: .outdated
    case .missing, .impossible: .missing
    }
  }
}

/// Whether a table's changes are written to the database's change log.
public enum PostgresChangeLogStatus: String, Hashable, Codable, Sendable {
  /// All changes are logged, whichever program makes them, and listeners are notified at once. Writers' commits wait
  /// for each other.
  case notifying
  /// All changes are logged, whichever program makes them; lists poll for them at an interval.
  case logged
  /// All changes are logged, but this server is a standby: lists over it read everything after each commit that it
  /// replays.
  case standby
  /// The table, its partitions or the triggers have changed since; lists read everything until the log is installed
  /// again.
  case outdated
  /// There are no triggers; lists read everything after each commit on the server.
  case missing
}
