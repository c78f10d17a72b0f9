/// What a store may do with its file.
public enum SQLiteAccess: Sendable, Hashable {
  /// Read it; a missing file is an error.
  case readOnly
  /// Read and write it. A missing file is created, in WAL mode; the journal mode of one that is there is left as it is.
  case readWrite
}
