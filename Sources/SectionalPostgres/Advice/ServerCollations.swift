import Sectional
import SectionalSQL

extension RowQuery {
  /// Whether a collator orders the rows.
  var needsCollations: Bool { !collations.isEmpty }

  /// The collators that may exist on a server, with the locales that they have there.
  fileprivate var localized: [(collation: TextCollation, locale: String, version: String)] {
    collations.compactMap { collation in
      guard let collator = collation.collator, let locale = collator.icuLocale else { return nil }
      return (collation, locale, collator.version)
    }
  }
}

/// The server's collations that order text as collators do.
enum ServerCollations {
  /// Returns the server's collations that order text as a query's collators do, quoted and qualified with their schemas.
  ///
  /// Such a collation comes from ICU and has the same locale. It has no additional rules and is deterministic. Its version
  /// equals the collator's, both as recorded when it was created and as the server's ICU has it now.
  static func names(for query: RowQuery, on connection: isolated PostgresConnection)
    async throws(StoreError) -> [TextCollation: String]
  {
    var names: [TextCollation: String] = [:]
    for (collation, locale, version) in query.localized {
      try await connection.rows(
        """
        SELECT pg_catalog.format('%I.%I', n.nspname, c.collname)
        FROM pg_catalog.pg_collation c
        JOIN pg_catalog.pg_namespace n ON n.oid \(PostgresCatalog.equal) c.collnamespace
        CROSS JOIN LATERAL (SELECT pg_catalog.to_jsonb(c) AS fields) j
        WHERE c.collprovider \(PostgresCatalog.equal) 'i' AND c.collisdeterministic
          AND c.collencoding OPERATOR(pg_catalog.=) ANY (ARRAY[-1, 6])
          AND pg_catalog.lower(coalesce(j.fields OPERATOR(pg_catalog.->>) 'colllocale',
            j.fields OPERATOR(pg_catalog.->>) 'colliculocale', j.fields OPERATOR(pg_catalog.->>) 'collcollate')
            COLLATE pg_catalog."C") \(PostgresCatalog.equal) pg_catalog.lower($1::pg_catalog.text COLLATE pg_catalog."C")
          AND j.fields OPERATOR(pg_catalog.->>) 'collicurules' IS NULL
          AND c.collversion \(PostgresCatalog.equal) $2::pg_catalog.text
          AND pg_catalog.pg_collation_actual_version(c.oid) \(PostgresCatalog.equal) $2::pg_catalog.text
          AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
        ORDER BY n.nspname \(PostgresCatalog.equal) 'pg_catalog' DESC, c.oid LIMIT 1
        """, [locale, version]
      ) { row in names[collation] = row.text(at: 0) }
    }
    return names
  }

  /// Returns the findings that the server has none of the collations that a query needs, with the statement that creates
  /// one.
  static func findings(
    for query: RowQuery, _ known: [TextCollation: String],
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> [RequestFinding] {
    var findings: [RequestFinding] = []
    for collation in query.collations where known[collation] == nil {
      guard let collator = collation.collator else { continue }
      guard let locale = collator.icuLocale, try await hasVersion(of: collator, on: connection)
      else {
        findings.append(
          RowQuery.unknownOrder(
            collator,
            advice: collator.icuLocale == nil
              ? "for long lists, keep sort keys in a column, and sort by that"
              : "to have the server sort, use the same version of ICU on both sides"))
        continue
      }
      findings.append(
        RowQuery.unknownOrder(
          collator, advice: "to have the server sort, create ICU's collation there",
          sql: "CREATE COLLATION \(QuotedIdentifier.quoted(locale)) (provider = icu, locale = "
            + "\(QuotedText.quoted(locale)))"))
    }
    return findings
  }

  /// Returns whether any of the server's collations has the version of a collator, so that a new one would have it too.
  private static func hasVersion(
    of collator: any TextCollator, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> Bool {
    var isSame = false
    try await connection.rows(
      """
      SELECT pg_catalog.bool_or(pg_catalog.pg_collation_actual_version(c.oid) \(PostgresCatalog.equal)
        $1::pg_catalog.text)
      FROM pg_catalog.pg_collation c WHERE c.collprovider \(PostgresCatalog.equal) 'i'
      """, [collator.version]
    ) { row in isSame = row.bool(at: 0) }
    return isSame
  }
}
