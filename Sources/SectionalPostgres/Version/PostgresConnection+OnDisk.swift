import Sectional

extension PostgresConnection {
  /// Returns whether everything that a version shows is known to be on the server's disk.
  ///
  /// Only the connection that created the version can know. A server that crashed has ended all connections, may have
  /// lost some of what was seen, and writes something else in its place.
  func isOnDisk(_ version: PostgresStoreVersion) async throws(StoreError) -> Bool {
    guard session.knownIdentity == version.identity, catalogCache.hasMade(version) else {
      return false
    }
    var isOnDisk = false
    try await rows(
      """
      SELECT CASE WHEN pg_catalog.pg_is_in_recovery() THEN false
        ELSE pg_catalog.pg_current_wal_flush_lsn() OPERATOR(pg_catalog.-) '0/0'::pg_catalog.pg_lsn
          OPERATOR(pg_catalog.>=) $1::pg_catalog.numeric END
      """, ["\(version.written)"]
    ) { isOnDisk = $0.bool(at: 0) }
    return isOnDisk
  }
}
