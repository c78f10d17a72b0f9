public import Sectional

/// How a store opens its file, and each of its connections to it.
@safe public struct SQLiteConfiguration: Sendable {
  /// What the store can do with the file.
  public var access = SQLiteAccess.readWrite
  /// How long to wait for a program that has locked the file.
  public var busyTimeout = Duration.seconds(5)
  /// Decides, in place of the busy timeout, whether to wait on for a program that has locked the file; `nil` for the busy
  /// timeout.
  ///
  /// It is called with the number of times that it was already called for the same lock, on the thread that waits, and
  /// must itself let some time pass.
  public var busyHandler: (@Sendable (Int) -> Bool)?
  /// How often to check whether another program wrote to the file, in addition to events.
  ///
  /// If the system has no events that report most writes, the file is checked every 20 milliseconds, or at this interval if
  /// it is shorter.
  public var pollInterval = Duration.seconds(1)
  /// The orders of collators that SQL on the store's connections can name, each by its collator's identifier, as in
  /// `CREATE INDEX byName ON contact(name COLLATE "localized(sv)")`.
  ///
  /// A list in such an order reads its rows from an index that has them in it, instead of sorting them. Register only what
  /// an index needs, and make such an index only in a file that nobody else opens: another program can neither read nor
  /// write by it, not even `VACUUM` or `PRAGMA integrity_check`, unless it registers the same collation. Run `REINDEX` when
  /// the collator's version has changed.
  public var collations: [TextCollation] = []
  /// Prepares a connection before its first statement: for pragmas, functions and collations.
  ///
  /// It is called with the `sqlite3` handle of each connection that the store opens, also later and from any thread. An
  /// error that it throws becomes the cause of a `StoreError` with code `cannotOpen`. It must not begin a transaction.
  /// The store sets the handle's authorizer, its update or preupdate hook, its busy handler and its progress handler itself.
  ///
  /// A section cache knows nothing of it: use another `cacheName` if it changes what SQL means, such as with
  /// `PRAGMA case_sensitive_like` or another function of the same name.
  public var prepareConnection: (@Sendable (OpaquePointer) throws -> Void)?

  /// Creates the configuration that a store has by default.
  public init() {}
}
