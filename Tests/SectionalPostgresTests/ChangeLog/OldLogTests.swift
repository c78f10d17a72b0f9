import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// A log that an earlier version installed, or that was restored from a dump, is recognized and replaced.
@Suite(.serialized) @MainActor struct OldLogTests {
  private static let schema = """
    CREATE TABLE item(id int PRIMARY KEY, n int); CREATE TABLE other(id int PRIMARY KEY, n int);
    INSERT INTO item VALUES (1, 1), (2, 2);
    """

  /// What an earlier version installed: a single schema, written by the triggers of all owners.
  private static func installation(of table: String) -> String {
    let triggers = ["insert", "update", "delete", "truncate"].map { event in
      """
      CREATE FUNCTION sectional_log."\(event)_\(table)"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $f$
      BEGIN
        IF to_regclass('sectional_log.change') IS NULL THEN RETURN NULL; END IF;
        INSERT INTO sectional_log.change(rel, op) VALUES (TG_RELID, 'T');
        PERFORM pg_notify('sectional_' || TG_RELID::text, ''); RETURN NULL;
      END $f$;
      CREATE TRIGGER zz_sectional_\(event) AFTER \(event.uppercased()) ON \(table)
        EXECUTE FUNCTION sectional_log."\(event)_\(table)"();
      ALTER TABLE \(table) ENABLE ALWAYS TRIGGER zz_sectional_\(event);
      """
    }
    return triggers.joined(separator: "\n")
  }

  private static let log = """
    CREATE SCHEMA sectional_log; GRANT USAGE ON SCHEMA sectional_log TO PUBLIC;
    CREATE TABLE sectional_log.change(number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, rel oid NOT NULL,
      xid xid8 NOT NULL DEFAULT pg_current_xact_id(), op "char" NOT NULL, columns bigint, keys text[]);
    CREATE TABLE sectional_log.state(only_one boolean PRIMARY KEY DEFAULT true, pruned_below xid8 NOT NULL);
    INSERT INTO sectional_log.state(pruned_below) VALUES ('0'); GRANT SELECT ON sectional_log.change TO PUBLIC;
    CREATE FUNCTION sectional_log.prune(at_once bigint DEFAULT 1) RETURNS void LANGUAGE sql AS '';
    """

  @Test func `a log of the earlier form is outdated, and installing again replaces it`()
    async throws
  {
    let database = try await ScratchServerDatabase(
      OldLogTests.schema + OldLogTests.log + OldLogTests.installation(of: "item")
        + OldLogTests.installation(of: "other"))
    let store = try database.store()
    #expect(try await store.changeLogStatus() == ["item": .outdated, "other": .outdated])
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: store)
    try await list.performFetch()
    try await database.write("UPDATE item SET n = 5")
    try await list.refresh()
    #expect(list.isCurrent && list.diagnostics.fullFetches > 1)
    #expect(list.diagnostics.fullFetchReason?.contains("install it again") == true)

    try await store.installChangeLog(for: ["item"])
    #expect(try await store.changeLogStatus() == ["item": .notifying, "other": .outdated])
    // The triggers of the other table still write to it.
    try await database.write("UPDATE other SET n = 5; INSERT INTO other VALUES (5, 5)")
    try await store.installChangeLog(for: ["other"])
    #expect(try await store.changeLogStatus() == ["item": .notifying, "other": .notifying])
    #expect(try await database.write("SELECT to_regnamespace('sectional_log') IS NULL") == "t\n")
    try await database.write("UPDATE other SET n = 6; UPDATE item SET n = 6")
  }

  @Test func `a log that came with a dump is outdated and shows nothing`() async throws {
    let cluster = try await RoleServer.cluster()
    let source = try await ScratchServerDatabase(
      OldLogTests.schema + "GRANT SELECT ON item, other TO reader", on: cluster.url)
    try await source.store().installChangeLog(for: ["item", "other"])
    try await source.write("UPDATE item SET n = 5; INSERT INTO other VALUES (7, 7)")
    let read =
      "SET SESSION AUTHORIZATION reader; SELECT count(*) FROM sectional_log_sectional.visible_entry"
    #expect(try await source.write(read) == "2\n")
    let program = try ChildProgram(["pg_dump", "-d", source.url])
    let (dump, status) = try program.finish("")
    #expect(status == 0)
    let copy = try await ScratchServerDatabase(dump, on: cluster.url)
    #expect(try await copy.write("SELECT count(*) FROM sectional_log_sectional.entry") == "2\n")
    #expect(try await copy.write(read) == "0\n")
    let store = try copy.store()
    #expect(try await store.changeLogStatus() == ["item": .outdated, "other": .outdated])
    try await copy.write("UPDATE item SET n = 6")
    try await store.installChangeLog(for: ["item", "other"])
    #expect(try await store.changeLogStatus() == ["item": .notifying, "other": .notifying])
    try await copy.write("UPDATE item SET n = 7")
    let again = read.replacing("sectional_log_sectional.", with: "sectional_log_sectional_2.")
    #expect(try await copy.write(again) == "1\n")
  }
}
