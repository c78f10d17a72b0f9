import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Users without privileges, wrong passwords, and servers and databases that don't exist.
@MainActor @Suite(.serialized) struct AccessFaultTests {
  private static let guarded =
    FaultBench.schema + """
      CREATE ROLE guarded LOGIN PASSWORD 'geheim'; GRANT SELECT ON item TO guarded;
      """

  private func error(_ target: String) async throws -> StoreError? {
    let store = try PostgresStore(target, connectionLimit: 1)
    return await storeError {
      _ = try await store.read { try await $0.fetch(ResultsRequest<FaultBench.Item>()) }
    }
  }

  @Test func `a wrong password is rejected and never printed`() async throws {
    let bench = try await FaultBench(AccessFaultTests.guarded)
    let wrong = try await error(bench.database.url(["user": "guarded", "password": "falsch4711"]))
    #expect(wrong?.code == .accessDenied)
    #expect(wrong?.everyWord.contains("falsch") == false)
    let missing = try await error(bench.database.url(["user": "guarded"]))
    #expect(missing?.code == .accessDenied)
    let unknown = try await error(bench.database.url(["user": "nobody", "password": "falsch4711"]))
    #expect([.accessDenied, .cannotOpen].contains(unknown?.code))
    #expect(unknown?.everyWord.contains("falsch") == false)
    let right = try await error(bench.database.url(["user": "guarded", "password": "geheim"]))
    #expect(right == nil)
  }

  @Test func `a role with too many connections isn't told that its password is wrong`() async throws
  {
    let bench = try await FaultBench("CREATE ROLE crowded LOGIN CONNECTION LIMIT 0")
    let error = try await error(bench.database.url(["user": "crowded"]))
    #expect(error?.code == .unreachable)
    #expect(error?.message.contains("close others, or raise the limit") == true)
  }

  @Test(arguments: ["Odd.thing", "thing"])
  func `a user who may not use a schema is told what its owner can type`(
    table: String
  ) async throws {
    let database = try await ScratchServerDatabase(
      """
      CREATE SCHEMA "Odd"; CREATE TABLE "Odd".thing(id int PRIMARY KEY, name text);
      GRANT SELECT, INSERT ON "Odd".thing TO reader; GRANT USAGE ON SCHEMA public TO reader;
      """, on: try await RoleServer.cluster().url)
    let store = try database.store(
      ["user": "reader", "options": "-c search_path=\"Odd\",public"])
    func error(_ request: ResultsRequest<StoredRow>) async -> StoreError? {
      await storeError { _ = try await store.read { try await $0.fetch(request) } }
    }
    let grant = "GRANT USAGE ON SCHEMA \"Odd\" TO"
    let refused = await error(ResultsRequest(table: table))
    #expect(refused?.code == .accessDenied)
    #expect(refused?.message.contains("\(grant) reader") == true, "\(refused?.message ?? "")")
    let query = await error(ResultsRequest(sql: "SELECT * FROM \"Odd\".thing", key: ["id"]))
    #expect(query?.code == .accessDenied)
    #expect(query?.message.contains(grant) == true, "\(query?.message ?? "")")
    // What isn't there isn't refused.
    #expect(await error(ResultsRequest(table: "nothing"))?.code == .noSuchTable)
    try await database.write("\(grant) reader")
    #expect(await error(ResultsRequest(table: table)) == nil)
  }

  @Test func `a user whose settings refuse policies is told what helps`() async throws {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id int PRIMARY KEY, name text); INSERT INTO item VALUES (1, 'a');
      ALTER TABLE item ENABLE ROW LEVEL SECURITY; CREATE POLICY own ON item USING (true);
      GRANT USAGE ON SCHEMA public TO reader; GRANT SELECT ON item TO reader;
      """, on: try await RoleServer.cluster().url)
    let request = ResultsRequest<StoredRow>(table: "item")
    let strict = try database.store(["user": "reader", "options": "-c row_security=off"])
    let error = await storeError { _ = try await strict.read { try await $0.fetch(request) } }
    #expect(error?.code == .accessDenied)
    #expect(error?.message.contains("row_security") == true, "\(error.map { "\($0)" } ?? "")")
    let plain = try database.store(["user": "reader"])
    #expect(try await plain.read { try await $0.fetch(request) }.count == 1)
  }

  @Test func `a role that may read some columns is told which ones it may not`() async throws {
    let bench = try await FaultBench(
      """
      CREATE TABLE staff(id int PRIMARY KEY, name text, salary int, note text);
      CREATE ROLE clerk LOGIN; GRANT SELECT(id, name) ON staff TO clerk;
      """)
    let store = try PostgresStore(bench.database.url(["user": "clerk"]))
    func error(_ request: ResultsRequest<StoredRow>) async -> StoreError? {
      await storeError { _ = try await store.read { try await $0.fetch(request) } }
    }
    let refusal = await error(ResultsRequest(table: "staff"))
    #expect(refusal?.code == .accessDenied)
    #expect(refusal?.part == .columns)
    #expect(refusal?.message.contains("\"salary\", \"note\" of public.staff") == true)
    #expect(await error(ResultsRequest(sql: "SELECT id, name FROM staff", key: ["id"])) == nil)
  }

  @Test func `a password that changes makes a list stale until it is right again`() async throws {
    let bench = try await FaultBench(
      AccessFaultTests.guarded, ["user": "guarded", "password": "geheim"])
    try await bench.list.performFetch()
    #expect(bench.picture == ["x: ada", "y: bob"])
    try await bench.database.write("ALTER ROLE guarded PASSWORD 'anders'")
    // The error of the lost connection can come first, and one may have connected while the password was changing.
    try? await wait {
      try await bench.terminate()
      return bench.list.error?.code == .accessDenied
    }
    let error = try await bench.staleness()
    #expect(error?.code == .accessDenied)
    for word in ["geheim", "anders"] { #expect(error?.everyWord.contains(word) == false) }
    try await bench.database.write(
      "UPDATE item SET team = 'z'; ALTER ROLE guarded PASSWORD 'geheim'")
    try await bench.recovery(["z: ada bob"])
    try await bench.database.write("ALTER ROLE guarded NOLOGIN")
    try await bench.terminate()
    let refused = try await bench.staleness()
    #expect(refused?.everyWord.contains("geheim") == false)
    try await bench.database.write("ALTER ROLE guarded LOGIN")
    try await bench.recovery(["z: ada bob"])
  }

  nonisolated static let targets = [
    "postgres://ada:geheim@/tmp/nowhere", "postgres://ada:ge/heim@localhost:1/db",
    "postgres://ada:ge@geheim@localhost:1/db", "postgres://ada:geheim@localhost:x/db",
    "host=/nowhere user=ada password=geheim", "host=/nowhere user=ada password='geheim",
    "postgres://ada@localhost:1/db?password=geheim", "postgres://ada:geheim@127.0.0.1:1/db",
    "postgres://ada:geheim@nowhere.invalid/db?connect_timeout=2", "postgres://ada:%zzgeheim@h/db",
    "postgres://ada:geheim@127.0.0.1:1/db?nonsense=1", "geheim", "password=geheim=",
    "postgres://ada@127.0.0.1:1/db?passfile=/nowhere&sslpassword=geheim",
  ]

  @Test(arguments: targets) func `a target that leads nowhere is an error without its password`(
    target: String
  ) async throws {
    let error = await storeError {
      let store = try PostgresStore(target, connectionLimit: 1)
      #expect(try !PostgresStore.displayName(of: target).contains("geheim") || target == "geheim")
      _ = try await store.read { try await $0.fetch(ResultsRequest<FaultBench.Item>()) }
    }
    #expect(
      [.cannotOpen, .unreachable].contains(error?.code), "\(error.map { "\($0)" } ?? "")")
    #expect(error?.everyWord.contains("heim") == false, "\(error.map { "\($0)" } ?? "")")
  }

  @Test func `a missing database is an error until it exists`() async throws {
    let bench = try await FaultBench()
    var parts = try #require(URLComponents(string: bench.cluster.url))
    parts.path = "/later"
    let store = try PostgresStore(parts.string ?? "", connectionLimit: 1)
    let request = ResultsRequest<StoredRow>(sql: "SELECT 1 AS id", key: ["id"])
    let list = ResultsController(fetchRequest: request, store: store)
    let error = await storeError { try await list.performFetch() }
    #expect(error?.code == .cannotOpen)
    #expect(error?.message.contains("later") == true)
    try await bench.database.write("CREATE DATABASE later")
    try await list.performFetch()
    #expect(list.results.rows.count == 1)
    try await bench.database.write("DROP DATABASE later WITH (FORCE)")
    try await wait { list.error != nil }
    try await bench.database.write("CREATE DATABASE later")
    try await wait { list.isCurrent }
  }

  @Test func `a privilege that is revoked makes a list stale until it is granted`() async throws {
    let bench = try await FaultBench(
      FaultBench.schema + "CREATE ROLE reader LOGIN; GRANT SELECT ON item TO reader",
      ["user": "reader"])
    try await bench.list.performFetch()
    try await bench.database.write("REVOKE SELECT ON item FROM reader")
    let error = try await bench.staleness()
    #expect(error?.code == .accessDenied)
    #expect(error?.message.contains("item") == true)
    try await bench.database.write("UPDATE item SET team = 'z'; GRANT SELECT ON item TO reader")
    try await bench.recovery(["z: ada bob"])
    try await bench.database.write("REVOKE SELECT ON item FROM reader")
    #expect(try await bench.staleness()?.code == .accessDenied)
    try await bench.database.write("GRANT SELECT (id, name, team) ON item TO reader")
    try await bench.recovery(["z: ada bob"])
    let write = await storeError {
      try await bench.store.write { try await $0.insert(FaultBench.Item(id: 9, name: "")) }
    }
    #expect(write?.code == .accessDenied)
    try await bench.database.write("REVOKE USAGE ON SCHEMA public FROM public")
    #expect(try await bench.staleness() != nil)
    try await bench.database.write("GRANT USAGE ON SCHEMA public TO public")
    try await bench.recovery(["z: ada bob"])
  }
}
