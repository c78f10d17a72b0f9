import Sectional
import SectionalSQL

/// A column's type, as described in the server's catalogs.
struct CatalogType: Sendable, Hashable {
  /// The base type of a domain, or the type itself if it isn't a domain.
  let base: UInt32
  /// The base type's name for display.
  let title: String
  /// The base type's name, quoted and qualified with its schema.
  let name: String
  /// The operator that an index uses to compare values of the base type for equality.
  let equality: String
  /// Whether its text contains names of other objects, or depends on the session.
  let holdsNames: Bool
  /// Whether the base type is an array.
  let isArray: Bool
  /// Whether statements that compare keys must not name the base type: its values contain domains at any depth, or the role may not
  /// use its schema.
  let mustNotBeNamed: Bool

  /// Whether the base type is built in.
  var isServersOwn: Bool { base < PostgresType.firstCustomOID }
}

extension CatalogType {
  /// The types that most columns have, by their object identifiers.
  ///
  /// Planning the statement that describes other types takes the server longer than reading most lists.
  static let common: [UInt32: CatalogType] = KnownType.all.compactMapValues { type in
    type.name.map { CatalogType(type, named: $0) }
  }

  private init(_ type: KnownType, named name: String) {
    (title, self.name, base) = (type.title, name, type.oid)
    equality = PostgresCatalog.equal
    (holdsNames, isArray, mustNotBeNamed) = (false, false, false)
  }

  /// The statement that describes types, given an array of their object identifiers.
  private static let question = """
    SELECT given.oid::pg_catalog.text, base.oid::pg_catalog.text, pg_catalog.format_type(base.oid, -1),
      \(PostgresCatalog.typeName("base.oid")), \(PostgresCatalog.equality(of: "base.oid")),
      EXISTS (SELECT FROM \(PostgresCatalog.parts(of: "given.oid")) AS part
        JOIN pg_catalog.pg_type t ON t.oid \(PostgresCatalog.equal) part.oid
        JOIN pg_catalog.pg_namespace n ON n.oid \(PostgresCatalog.equal) t.typnamespace
        WHERE n.nspname \(PostgresCatalog.equal) 'pg_catalog'
          AND t.typname \(PostgresCatalog.equal) ANY (\(PostgresCatalog.namingTypes))),
      (SELECT t.typcategory \(PostgresCatalog.equal) 'A' FROM pg_catalog.pg_type t
        WHERE t.oid \(PostgresCatalog.equal) base.oid),
      EXISTS (SELECT FROM \(PostgresCatalog.parts(of: "base.oid")) AS part
        JOIN pg_catalog.pg_type t ON t.oid \(PostgresCatalog.equal) part.oid
        WHERE t.typtype \(PostgresCatalog.equal) 'd'
          OR NOT pg_catalog.has_schema_privilege(t.typnamespace, 'USAGE'))
    FROM pg_catalog.unnest($1::pg_catalog.oid[]) AS given(oid)
    CROSS JOIN LATERAL (SELECT \(PostgresCatalog.baseType(of: "given.oid"))) AS base(oid)
    """
}

extension CatalogType {
  /// Returns descriptions of types, by object identifier.
  static func described(_ oids: Set<UInt32>, on connection: isolated PostgresConnection)
    async throws(StoreError) -> [UInt32: CatalogType]
  {
    let others = oids.filter { CatalogType.common[$0] == nil }
    let asked = try await asked(others, on: connection)
    return CatalogType.common.merging(asked) { _, asked in asked }
  }

  /// Queries the server for descriptions of types.
  private static func asked(_ oids: Set<UInt32>, on connection: isolated PostgresConnection)
    async throws(StoreError) -> [UInt32: CatalogType]
  {
    var types: [UInt32: CatalogType] = [:]
    guard !oids.isEmpty else { return types }
    let array = PostgresArray.text(of: oids.sorted().map(String.init))
    try await connection.rows(CatalogType.question, [array]) { row in
      guard let oid = row.text(at: 0).flatMap({ UInt32($0) }) else { return }
      types[oid] = CatalogType(
        base: row.text(at: 1).flatMap { UInt32($0) } ?? oid, title: row.text(at: 2) ?? "",
        name: row.text(at: 3) ?? "", equality: row.text(at: 4) ?? PostgresCatalog.equal,
        holdsNames: row.bool(at: 5), isArray: row.bool(at: 6), mustNotBeNamed: row.bool(at: 7))
    }
    return types
  }
}
