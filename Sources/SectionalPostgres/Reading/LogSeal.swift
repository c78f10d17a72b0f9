import Sectional

/// A digest of what the catalogs say of a table and its change log, which guards the log when it is read before the
/// answer about the catalogs is known.
///
/// An owner can replace a log's tables or policies by others that run code as whoever reads them. A statement that
/// fails makes the server skip the rest of a batch, before it parses or plans anything in it.
struct LogSeal: Sendable {
  /// The object identifiers of the table, and of its log's tables.
  let relations: [UInt32]
  /// The digest that they had when the log's form was checked; `nil` if it isn't known yet.
  var digest: String?

  /// The statement that returns the digest.
  var question: BatchedStatement {
    BatchedStatement(
      text: "SELECT \(LogSeal.digest)", arguments: [PostgresArray.numbers(relations)],
      isKept: true, isBinary: true)
  }

  /// The statement that fails if the digest is another one now; `nil` if none is known.
  var guardian: BatchedStatement? {
    digest.map { digest in
      BatchedStatement(
        text: "SELECT 1 OPERATOR(pg_catalog./) CASE WHEN \(LogSeal.digest) "
          + "\(PostgresCatalog.equal) $2::pg_catalog.text THEN 1 ELSE 0 END",
        arguments: [PostgresArray.numbers(relations), digest], isKept: true)
    }
  }

  /// The SQL for the digest of the relations in the array `$1`: who owns them, and everything that is evaluated when
  /// they are read.
  private static let digest = """
    (SELECT pg_catalog.md5(pg_catalog.string_agg(fact.text, ',' ORDER BY fact.text COLLATE pg_catalog."C")) FROM (
      SELECT pg_catalog.concat_ws('.', 'c', c.oid, c.xmin, n.xmin) FROM pg_catalog.pg_class c
        JOIN pg_catalog.pg_namespace n ON n.oid \(PostgresCatalog.equal) c.relnamespace
        WHERE c.oid \(PostgresCatalog.equal) ANY ($1::pg_catalog.oid[])
      UNION ALL SELECT pg_catalog.concat_ws('.', 'a', a.attrelid, a.attnum, a.xmin) FROM pg_catalog.pg_attribute a
        WHERE a.attrelid \(PostgresCatalog.equal) ANY ($1::pg_catalog.oid[]) AND a.attnum OPERATOR(pg_catalog.>) 0
      UNION ALL SELECT pg_catalog.concat_ws('.', 'i', i.indexrelid, i.xmin) FROM pg_catalog.pg_index i
        WHERE i.indrelid \(PostgresCatalog.equal) ANY ($1::pg_catalog.oid[])
      UNION ALL SELECT pg_catalog.concat_ws('.', 'p', p.oid, p.xmin) FROM pg_catalog.pg_policy p
        WHERE p.polrelid \(PostgresCatalog.equal) ANY ($1::pg_catalog.oid[])
      UNION ALL SELECT pg_catalog.concat_ws('.', 'r', r.oid, r.xmin) FROM pg_catalog.pg_rewrite r
        WHERE r.ev_class \(PostgresCatalog.equal) ANY ($1::pg_catalog.oid[])
    ) AS fact(text))
    """
}
