import Sectional

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
  var status: ChangeLogStatus {
    switch self {
    case .complete(_, _, let notifies): notifies ? .notifying : .installed
    case .outdated: .outdated
    case .missing, .impossible: .missing
    }
  }
}
