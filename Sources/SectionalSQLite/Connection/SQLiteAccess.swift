/// What a store can do with its file.
public enum SQLiteAccess: Sendable, Hashable {
  /// The store can only read the file; a missing file is an error.
  case readOnly
  /// The store can read and write the file. A missing file is created in WAL mode; an existing file keeps its journal
  /// mode.
  case readWrite
  /// The store can only read the file, which nobody writes as long as it is open: it isn't locked, and neither are files
  /// created next to it. For a file in an application's bundle.
  case immutable
}
