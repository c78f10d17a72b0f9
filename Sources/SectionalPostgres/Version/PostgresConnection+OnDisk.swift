import Sectional

extension PostgresConnection {
  /// Tells whether the server has everything on its disk that a version shows.
  ///
  /// Only the server that was not started again since can tell: one that has lost something writes other things in its
  /// place.
  func isOnDisk(_ version: PostgresVersion) async throws(StoreError) -> Bool {
    guard identity == version.identity else { return false }
    var isOnDisk = false
    try await rows(
      """
      SELECT CASE WHEN pg_catalog.pg_is_in_recovery() THEN false
        ELSE pg_catalog.pg_postmaster_start_time() \(PostgresCatalog.equal) $1::pg_catalog.timestamptz
          AND pg_catalog.pg_current_wal_flush_lsn() OPERATOR(pg_catalog.-) '0/0'::pg_catalog.pg_lsn
            OPERATOR(pg_catalog.>=) $2::pg_catalog.numeric END
      """, [version.started, "\(version.written)"]
    ) { isOnDisk = $0.bool(at: 0) }
    return isOnDisk
  }
}
