import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Old values are shown to nobody who may not read every column and every row of the table.
@MainActor @Suite(.serialized) struct OldValuePrivilegeTests {
  private static let schema = """
    CREATE TABLE item(id int PRIMARY KEY, name text, holder text);
    INSERT INTO item SELECT g, 'secret ' || g, 'reader' FROM generate_series(1, 3) g;
    GRANT SELECT, INSERT, UPDATE, DELETE ON item TO writer;
    """
  private static let values =
    "SELECT old_rows, new_rows FROM sectional_log_sectional.visible_entry WHERE op = 'U'"

  private func bench(_ grant: String, reader: String? = "reader") async throws -> OldRowBench {
    try await OldRowBench(
      OldValuePrivilegeTests.schema + grant, keeping: ["name"],
      on: try await RoleServer.cluster().url, reader: reader)
  }

  private func shown(_ bench: OldRowBench, to role: String) async throws -> String {
    try await bench.database.write(
      "SET SESSION AUTHORIZATION \(role); \(OldValuePrivilegeTests.values)")
  }

  @Test func `a reader of the table is told what rows were`() async throws {
    let bench = try await bench("GRANT SELECT ON item TO reader")
    let changed = try await bench.changed(
      by: "SET SESSION AUTHORIZATION writer; UPDATE item SET name = 'new' WHERE id = 1")
    #expect(changed.oldRows == [RowKey([1]): .row(1, ["name": "secret 1"])])
    #expect(try await shown(bench, to: "reader").contains("secret 1"))
    #expect(try await shown(bench, to: "stranger").isEmpty)
  }

  @Test(arguments: [
    "GRANT SELECT (id, holder) ON item TO reader",
    "GRANT SELECT (id, name, holder) ON item TO reader",
    "GRANT SELECT (name) ON item TO reader; GRANT INSERT, UPDATE, DELETE ON item TO reader",
  ])
  func `a reader of some columns is shown no values`(grant: String) async throws {
    let bench = try await bench(grant, reader: nil)
    _ = try await bench.changed(by: "UPDATE item SET name = 'new' WHERE id = 1")
    #expect(try await shown(bench, to: "reader").isEmpty)
    #expect(try await shown(bench, to: "sectional").contains("secret 1"))
  }

  @Test func `a reader from whom rows are hidden is shown no values`() async throws {
    let bench = try await bench("GRANT SELECT ON item TO reader")
    try await bench.database.write(
      """
      ALTER TABLE item ENABLE ROW LEVEL SECURITY; CREATE POLICY own ON item USING (holder = current_user);
      UPDATE item SET name = 'new', holder = 'other' WHERE id = 1
      """)
    #expect(try await shown(bench, to: "reader").isEmpty)
    guard case .everything = try await bench.look() else {
      Issue.record("a reader of some rows is told of all")
      return
    }
  }

  @Test func `nobody but the owner can write values into the log`() async throws {
    let bench = try await bench("GRANT SELECT ON item TO reader")
    for role in ["writer", "reader", "stranger"] {
      await #expect(throws: WriterFailure.self) {
        try await bench.database.write(
          "SET SESSION AUTHORIZATION \(role); UPDATE sectional_log_sectional.entry SET old_rows = '{}'"
        )
      }
    }
  }
}
