import SectionalTesting
import Testing

@testable import SectionalPostgres

/// The built-in knowledge of types matches a server's catalogs.
@Suite struct CatalogTypeTests {
  @Test func `common types match the server's catalogs`() async throws {
    let server = try await ScratchServerDatabase()
    let oids = CatalogType.common.keys.sorted()
    let names = try await server.write(
      """
      SELECT oid, typbasetype = 0, typelem, typrelid, typcategory = 'A', format_type(oid, -1),
        format('pg_catalog.%I', typname), typnamespace = 'pg_catalog'::regnamespace
      FROM pg_type WHERE oid IN (\(oids.map(String.init).joined(separator: ","))) ORDER BY oid
      """)
    let expected = oids.compactMap { oid in
      CatalogType.common[oid].map { "\(oid)|t|0|0|f|\($0.title)|\($0.name)|t\n" }
    }
    #expect(names == expected.joined())
  }

  @Test func `equality of common types is the server's own`() async throws {
    let server = try await ScratchServerDatabase()
    let oids = CatalogType.common.keys.sorted().map(String.init).joined(separator: ",")
    let others = try await server.write(
      """
      SELECT c.opcintype::regtype, o.oprname FROM pg_opclass c JOIN pg_am m ON m.oid = c.opcmethod
      JOIN pg_amop a ON a.amopfamily = c.opcfamily AND a.amoplefttype = c.opcintype
        AND a.amoprighttype = c.opcintype AND a.amopstrategy = 3
      JOIN pg_operator o ON o.oid = a.amopopr
      WHERE m.amname = 'btree' AND c.opcdefault AND c.opcintype IN (\(oids))
        AND (o.oprname <> '=' OR o.oprnamespace <> 'pg_catalog'::regnamespace)
      """)
    #expect(others == "")
  }
}
