// What a handle knows, by how long it is true.
extension SQLiteHandle {
  /// What is found out once, and is true as long as the file is open.
  struct LastingFacts {
    var isUTF8: Bool?
    var isStampable: Bool?
    /// When the file was created, which may not be known either.
    var born: Int64??
  }

  /// What a read transaction read: the file's header and state, the version of its schema, and what it read of a log.
  struct LastRead {
    var header: SQLiteHeader?
    var file: SeenFile?
    var schema: Int64 = 0
    var snapshot = Snapshot.unknown
    /// Whether it read through a log.
    var isInWALMode = false
  }

  /// What is known of the pages that SQLite caches.
  struct CachedPages {
    /// The file's state when they were last known to be current.
    var state: SeenState?
    /// Whether the file has since been written without a commit, so that they may belong to another file.
    var areOfAnotherFile = false
  }

  /// The log of a file in WAL mode.
  struct UsedLog {
    var file: FileIdentity?
    /// The memory that connections share.
    var memory: FileIdentity?
    /// Whether the connection keeps the log from ending.
    var isHeld = false
  }
}
