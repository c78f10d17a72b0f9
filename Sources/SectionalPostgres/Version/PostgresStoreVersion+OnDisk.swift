import Sectional

extension PostgresStoreVersion {
  /// Returns whether everything that the version shows is known to be on the server's disk.
  ///
  /// Only the connection that created the version can know. A server that crashed has ended all connections, may have
  /// lost some of what was seen, and writes something else in its place.
  func isFlushed(on connection: isolated PostgresConnection) async throws(StoreError) -> Bool {
    guard connection.session.knownIdentity == identity, connection.catalogCache.hasMade(self) else {
      return false
    }
    var isFlushed = false
    try await connection.rows(
      """
      SELECT CASE WHEN pg_catalog.pg_is_in_recovery() THEN false
        ELSE pg_catalog.pg_current_wal_flush_lsn() OPERATOR(pg_catalog.-) '0/0'::pg_catalog.pg_lsn
          OPERATOR(pg_catalog.>=) $1::pg_catalog.numeric END
      """, ["\(written)"]
    ) { isFlushed = $0.bool(at: 0) }
    return isFlushed
  }
}
