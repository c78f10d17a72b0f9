import Sectional
import SectionalPostgres
import SectionalTesting
import Testing

/// No code is run just because a search path leads to it.
@MainActor struct SearchPathTests {
  private func store(
    of role: String, _ database: ScratchServerDatabase
  ) throws -> PostgresStore {
    try PostgresStore(
      database.url(["user": role]), connectionLimit: 2, pollInterval: .milliseconds(20))
  }

  @Test func `a search path that begins with shadows of everything leads to none of them`()
    async throws
  {
    let database = try await ScratchServerDatabase(
      HostileSchema.sql + Tour.tables(ownedBy: "owner"), on: try await RoleServer.cluster().url)
    let name = try await database.write("SELECT current_database()").split(separator: "\n").joined()
    try await database.write(
      "ALTER ROLE owner IN DATABASE \(name) SET search_path = hostile, pg_catalog, public")
    // The shadowing objects exist, and they fail.
    await #expect(throws: WriterFailure.self) {
      try await database.write("SET search_path = hostile, pg_catalog; SELECT 1 = 1")
    }
    await #expect(throws: WriterFailure.self) {
      try await database.write("SET search_path = hostile, pg_catalog; SELECT 1 FROM pg_class")
    }
    try await Tour(store: store(of: "owner", database), database: database).run()
  }

  @Test(arguments: [
    "FUNCTION public.evil(numeric, int) RETURNS numeric|OPERATOR public.% (LEFTARG = numeric, RIGHTARG = int",
    "FUNCTION public.evil(xid, xid) RETURNS text|OPERATOR public.|| (LEFTARG = xid, RIGHTARG = xid",
    "FUNCTION public.evil(name, text) RETURNS boolean|OPERATOR public.= (LEFTARG = name, RIGHTARG = text",
    "FUNCTION public.evil(oid, int) RETURNS boolean|OPERATOR public.> (LEFTARG = oid, RIGHTARG = int",
    "FUNCTION public.evil(public.feeling, public.feeling) RETURNS boolean|OPERATOR public.= (LEFTARG = public.feeling, RIGHTARG = public.feeling",
    "FUNCTION public.evil(public.size, public.size) RETURNS boolean|OPERATOR public.= (LEFTARG = public.size, RIGHTARG = public.size",
  ])
  func `an operator whose types fit better than the server's is not used`(example: String)
    async throws
  {
    let parts = example.split(separator: "|", maxSplits: 1).map(String.init)
    let database = try await ScratchServerDatabase(
      """
      \(Tour.tables(ownedBy: "owner"));
      CREATE \(parts[0]) LANGUAGE plpgsql AS $f$ BEGIN RAISE EXCEPTION 'foreign code ran'; END $f$;
      CREATE \(parts[1]), FUNCTION = public.evil);
      """, on: try await RoleServer.cluster().url)
    try await Tour(store: store(of: "owner", database), database: database).run()
  }

  @Test(
    arguments: ["public.feeling", "public.size", "public.feeling[]"], ["EXPLICIT", "IMPLICIT"])
  func `a cast that the owner of a type has made is not used`(type: String, kind: String)
    async throws
  {
    let context = kind == "EXPLICIT" ? "" : "AS IMPLICIT"
    let database = try await ScratchServerDatabase(
      """
      \(Tour.tables(ownedBy: "owner"));
      CREATE FUNCTION public.evil(\(type)) RETURNS text LANGUAGE plpgsql AS
        $f$ BEGIN RAISE EXCEPTION 'foreign code ran'; END $f$;
      CREATE FUNCTION public.evil(text) RETURNS \(type) LANGUAGE plpgsql AS
        $f$ BEGIN RAISE EXCEPTION 'foreign code ran'; END $f$;
      CREATE CAST (\(type) AS text) WITH FUNCTION public.evil(\(type)) \(context);
      CREATE CAST (text AS \(type)) WITH FUNCTION public.evil(text);
      """, on: try await RoleServer.cluster().url)
    do {
      try await Tour(store: store(of: "owner", database), database: database).run()
    } catch let error as StoreError where kind == "IMPLICIT" {
      // With such a cast, the server finds two operators for the type, in any session's statements.
      #expect(error.everyWord.contains("operator is not unique"), "\(error.everyWord)")
    }
  }

  @Test(arguments: ["part", "wrap", "span", "part[]"])
  func `checks of domains inside of a key don't run where rows are read`(
    type: String
  ) async throws {
    let value =
      ["part": "ROW('a', 1)::part", "wrap": "ROW('a', 1)::part::wrap", "span": "span('a', 'b')"][
        type]
      ?? "ROW('a', 1)::part"
    let key =
      type == "part[]" ? "k part, n int, PRIMARY KEY (k, n)" : "k \(type) PRIMARY KEY, n int"
    let bench = try await LogBench(
      """
      CREATE DOMAIN code AS text; CREATE TYPE part AS (code code, n int); CREATE DOMAIN wrap AS part;
      CREATE TYPE span AS RANGE (SUBTYPE = code); CREATE TABLE item(\(key), more int);
      INSERT INTO item VALUES (\(value), 1, 1)
      """)
    try await bench.database.write(
      """
      CREATE FUNCTION evil(text) RETURNS boolean LANGUAGE plpgsql AS
        $f$ BEGIN RAISE EXCEPTION 'foreign code ran'; END $f$;
      ALTER DOMAIN code ADD CONSTRAINT c CHECK (evil(VALUE)) NOT VALID
      """)
    try await bench.list.refresh()
    let before = bench.list.diagnostics.fullFetches
    try await bench.write("UPDATE item SET more = 7")
    try await bench.check(fullFetches: before)
    #expect(bench.told() == ["update": 1])
  }
}
