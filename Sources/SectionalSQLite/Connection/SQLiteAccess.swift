/// What a store can do with its file.
public enum SQLiteAccess: Sendable, Hashable {
  /// The store can only read the file; a missing file is an error.
  case readOnly
  /// The store can read and write the file. A missing file is created in WAL mode; an existing file keeps its journal
  /// mode.
  case readWrite
}
