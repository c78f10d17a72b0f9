import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// Tables that can't have a change log, and users who may not install it, are rejected with a reason.
@Suite(.serialized) struct RefusedInstallationTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let table: String
    let sql: String
    let code: StoreError.Code
    var testDescription: String { table }
  }

  static let cases: [Case] = [
    Case(table: "shown", sql: "CREATE VIEW shown AS SELECT 1 AS id", code: .unsupported),
    Case(
      table: "kept", sql: "CREATE MATERIALIZED VIEW kept AS SELECT 1 AS id", code: .unsupported),
    Case(table: "keyless", sql: "CREATE TABLE keyless(id int UNIQUE NOT NULL)", code: .noKey),
    Case(
      table: "forgetful", sql: "CREATE UNLOGGED TABLE forgetful(id int PRIMARY KEY)",
      code: .unsupported),
    Case(
      table: "ancestor",
      sql: "CREATE TABLE ancestor(id int PRIMARY KEY); CREATE TABLE heir() INHERITS (ancestor)",
      code: .unsupported),
    Case(
      table: "heir",
      sql: """
        CREATE TABLE ancestor(id int);
        CREATE TABLE heir(PRIMARY KEY (id)) INHERITS (ancestor)
        """, code: .unsupported),
    Case(
      table: "divided",
      sql: """
        CREATE TABLE divided(id int) PARTITION BY RANGE (id);
        CREATE TABLE part PARTITION OF divided DEFAULT; ALTER TABLE part ADD PRIMARY KEY (id)
        """, code: .noKey),
    Case(
      table: "far",
      sql: """
        CREATE FOREIGN DATA WRAPPER nobody; CREATE SERVER nowhere FOREIGN DATA WRAPPER nobody;
        CREATE FOREIGN TABLE far(id int) SERVER nowhere
        """, code: .unsupported),
    Case(table: "pg_catalog.pg_class", sql: "SELECT", code: .unsupported),
    Case(table: "nowhere", sql: "SELECT", code: .noSuchTable),
  ]

  @Test(arguments: cases) func `a table that can't be logged is refused with a reason`(
    example: Case
  ) async throws {
    let database = try await ScratchServerDatabase(
      "CREATE TABLE item(id int PRIMARY KEY); INSERT INTO item VALUES (1); " + example.sql)
    let store = try database.store()
    let error = await storeError { try await store.installChangeLog(for: ["item", example.table]) }
    #expect(error?.code == example.code, "\(error?.message ?? "")")
    let name = example.table.split(separator: ".").last ?? ""
    #expect(error?.message.contains(name) == true, "\(error?.message ?? "")")
    #expect(
      try await database.write("SELECT to_regnamespace('sectional_log_sectional') IS NULL") == "t\n"
    )
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .missing])
    guard example.code != .noSuchTable else { return }
    // Next to a table with a log it is rejected as well, and reported to have none.
    try await store.installChangeLog(for: ["item"])
    let other = await storeError { try await store.installChangeLog(for: [example.table]) }
    #expect(other?.code == example.code)
    #expect(try await store.changeLogStatus(of: [example.table]) == [example.table: .missing])
    let own = await storeError {
      try await store.installChangeLog(for: ["sectional_log_sectional.entry"])
    }
    #expect(own?.code == .unsupported)
  }

  private static let guarded = """
    CREATE TABLE item(id int PRIMARY KEY, n int); INSERT INTO item VALUES (1, 1);
    CREATE TABLE owned(id int PRIMARY KEY, n int); ALTER TABLE owned OWNER TO owner;
    GRANT SELECT ON item, owned TO reader; GRANT SELECT, TRIGGER ON item TO stranger;
    """

  private func store(of user: String, _ database: ScratchServerDatabase) throws -> PostgresStore {
    try PostgresStore(database.url(["user": user]), connectionLimit: 1)
  }

  @Test(arguments: ["reader", "stranger", "owner", "writer"], [true, false])
  func `installing without the privilege is denied and changes nothing`(
    user: String, isLogged: Bool
  )
    async throws
  {
    let cluster = try await RoleServer.cluster()
    let database = try await ScratchServerDatabase(
      RefusedInstallationTests.guarded, on: cluster.url)
    if isLogged { try await database.store().installChangeLog(for: ["owned"]) }
    // A role that may create schemas but owns no table.
    let name = try await database.write("SELECT current_database()").split(separator: "\n").joined()
    try await database.write("GRANT CREATE ON DATABASE \(name) TO stranger")
    let before = try await database.write(
      "SELECT oid, xmin FROM pg_trigger; SELECT oid, xmin FROM pg_proc")
    let denied = try store(of: user, database)
    for table in ["item", "owned"] where !(table == "owned" && isLogged) {
      let error = await storeError { try await denied.installChangeLog(for: [table]) }
      #expect(error?.code == .accessDenied, "\(user) \(table): \(error?.message ?? "")")
    }
    // What another role installed on a table belongs to that table's owner.
    guard !(isLogged && user == "owner") else { return }
    let error = await storeError { try await denied.uninstallChangeLog(for: ["item", "owned"]) }
    #expect(isLogged ? error?.code == .accessDenied : error == nil)
    let after = try await database.write(
      "SELECT oid, xmin FROM pg_trigger; SELECT oid, xmin FROM pg_proc")
    #expect(after == before)
  }

  @Test func `a new owner installs the log again, and removes it, beside that of the former owner`()
    async throws
  {
    let cluster = try await RoleServer.cluster()
    let database = try await ScratchServerDatabase(
      RefusedInstallationTests.guarded, on: cluster.url)
    let name = try await database.write("SELECT current_database()").split(separator: "\n").joined()
    try await database.write(
      "GRANT CREATE ON DATABASE \(name) TO owner, neighbour; GRANT CREATE ON SCHEMA public TO neighbour"
    )
    try await store(of: "owner", database).installChangeLog(for: ["owned"])
    try await database.write(
      "ALTER TABLE owned OWNER TO neighbour; INSERT INTO owned VALUES (1, 1)")
    let heir = try store(of: "neighbour", database)
    #expect(try await heir.changeLogStatus(of: ["owned"]) == ["owned": .outdated])
    try await heir.installChangeLog(for: ["owned"])
    #expect(try await heir.changeLogStatus(of: ["owned"]) == ["owned": .notifying])
    try await database.write("INSERT INTO owned VALUES (2, 2)")
    #expect(
      try await database.write("SELECT count(*) FROM sectional_log_neighbour.entry") == "1\n")
    try await heir.uninstallChangeLog(for: ["owned"])
    #expect(try await heir.changeLogStatus(of: ["owned"]) == ["owned": .missing])
    // Also where only the former owner's triggers are there.
    try await database.write("ALTER TABLE owned OWNER TO owner")
    try await store(of: "owner", database).installChangeLog(for: ["owned"])
    try await database.write("ALTER TABLE owned OWNER TO neighbour")
    try await heir.uninstallChangeLog(for: ["owned"])
    #expect(try await heir.changeLogStatus(of: ["owned"]) == ["owned": .missing])
  }

  @Test func `a table's owner who may create schemas can install the log`() async throws {
    let cluster = try await RoleServer.cluster()
    let database = try await ScratchServerDatabase(
      RefusedInstallationTests.guarded, on: cluster.url)
    let name = try await database.write("SELECT current_database()").split(separator: "\n").joined()
    try await database.write("GRANT CREATE ON DATABASE \(name) TO owner")
    let owner = try store(of: "owner", database)
    try await owner.installChangeLog(for: ["owned"])
    #expect(try await owner.changeLogStatus(of: ["owned"]) == ["owned": .notifying])
    let reader = try store(of: "reader", database)
    #expect(try await reader.changeLogStatus(of: ["owned"]) == ["owned": .notifying])
    try await database.write("INSERT INTO owned VALUES (1, 1); UPDATE owned SET n = 2")
    #expect(try await database.write("SELECT count(*) FROM sectional_log_owner.entry") == "2\n")
    try await owner.uninstallChangeLog(for: ["owned"])
    #expect(
      try await database.write("SELECT to_regnamespace('sectional_log_owner') IS NULL") == "t\n")
  }
}
