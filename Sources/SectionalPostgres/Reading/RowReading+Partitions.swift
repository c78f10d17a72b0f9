import Sectional
import SectionalSQL

extension RowReading {
  /// Checks that no partition that wasn't locked before the snapshot was truncated or rewritten in between, and would
  /// have looked empty; now its lock prevents that.
  ///
  /// The catalog's row is the one that the snapshot shows, and the function returns the file of this moment.
  ///
  /// - Throws: `StoreError` with code `busy` if one was, after which the list reads again.
  static func checkPartitions(
    of source: PostgresSource, _ request: RowRequest, on connection: isolated PostgresConnection
  ) async throws(StoreError) {
    let read = (connection.transaction.dependence(of: request)?.tables ?? []) + [source.name]
    let names = connection.transaction.looselyLocked.intersection(read.map(ExactName.init))
    try await checkPartitions(
      of: names.compactMap { connection.transaction.relation($0.text)?.oid }.sorted(),
      on: connection)
  }

  /// Checks the same of partitioned tables, given their object identifiers.
  static func checkPartitions(of oids: [UInt32], on connection: isolated PostgresConnection)
    async throws(StoreError)
  {
    guard !oids.isEmpty else { return }
    var isRewritten = false
    try await connection.run([
      BatchedStatement(
        text: RowReading.rewrittenPartitions, arguments: [PostgresArray.numbers(oids)],
        isKept: true, isBinary: true)
    ]) { isRewritten = $1.bool(at: 0) }
    guard isRewritten else { return }
    throw StoreError(
      .busy, "a partition was truncated or rewritten while it was read; the next read shows it")
  }

  private static let rewrittenPartitions = """
    WITH RECURSIVE tree(oid) AS (SELECT given.oid FROM pg_catalog.unnest($1::pg_catalog.oid[]) AS given(oid)
      UNION SELECT i.inhrelid FROM pg_catalog.pg_inherits i JOIN tree ON i.inhparent \(PostgresCatalog.equal) tree.oid)
    SELECT EXISTS (SELECT FROM tree JOIN pg_catalog.pg_class c ON c.oid \(PostgresCatalog.equal) tree.oid
      WHERE c.relkind \(PostgresCatalog.equal) 'r'
        AND c.relfilenode IS DISTINCT FROM pg_catalog.pg_relation_filenode(c.oid::pg_catalog.regclass))
    """

  /// Lets the server plan a statement for its arguments, so that it locks and reads only the partitions they are in.
  static func planForArguments(on connection: isolated PostgresConnection) async throws(StoreError)
  {
    try await connection.rows(script: "SET LOCAL plan_cache_mode = force_custom_plan") { _ in }
  }
}
