/// Whether a table's changes are written into the file's change log.
public enum SQLiteChangeLogStatus: String, Hashable, Codable, Sendable {
  /// They are, whoever makes them.
  case installed
  /// The table, its indexes or its triggers were changed since, or an older version of the library installed it; lists
  /// read everything until it is installed again.
  case outdated
  /// There are no triggers.
  case missing
}
