/// Whether a table's changes are written to the file's change log.
public enum SQLiteChangeLogStatus: String, Hashable, Codable, Sendable {
  /// All changes are logged, whichever program makes them.
  case installed
  /// The table, its indexes or its triggers have changed since the log was installed, or an older version of the
  /// library installed it. Lists read everything until it is installed again.
  case outdated
  /// There are no triggers.
  case missing
}
