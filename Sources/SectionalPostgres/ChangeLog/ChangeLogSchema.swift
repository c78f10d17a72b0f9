import SectionalSQL

/// The schema in a user's database that holds the change log of one owner's tables, with a row for each statement that
/// changed rows.
///
/// Everything in it belongs to the owner of the tables, and nobody else can add to it or write into it. It therefore
/// requires no more trust than the tables do: triggers and index expressions already let a table's owner make anyone
/// who reads or writes the table run the owner's code.
///
/// A row says which transaction wrote it but implies no order, because transactions commit in another order than they
/// begin. The row's number is used only for pruning.
///
/// The tables are unlogged, so that nothing of them reaches a subscriber of `FOR ALL TABLES`, a standby or the write-ahead
/// log. A crash of the server empties them, which readers notice, because the log's mark is gone. They have no unique index,
/// so that rows of a dump never conflict with rows of triggers.
struct ChangeLogSchema: Hashable, Sendable {
  /// The prefix of every log's name.
  ///
  /// It isn't `sectional`, because the default search path of a role with that name would include the schema.
  static let prefix = "sectional_log_"
  /// The name of the single schema that earlier versions used for all logs.
  static let oldName = "sectional_log"

  /// The options of the table for entries: what pruning deletes is vacuumed soon, and fast enough for any writer.
  static let storage = ["autovacuum_vacuum_scale_factor=0.05", "autovacuum_vacuum_cost_delay=0"]

  /// The schema's name, unquoted.
  let name: String
  /// The name, quoted.
  let text: String

  init(name: String) {
    self.name = name
    text = QuotedIdentifier.quoted(name)
  }

  /// The table that triggers append to.
  var entry: String { "\(text).entry" }
  /// The view that shows roles the entries of the tables that they can read.
  var visibleEntry: String { "\(text).visible_entry" }
  /// The table that records how far back the entries reach, and from which number on pruning looks for them.
  var state: String { "\(text).state" }
  /// The tables and the view.
  var tables: [String] { [entry, visibleEntry, state] }
  /// Those that readers read.
  var readTables: [String] { [visibleEntry, state] }
  /// The function that deletes old rows.
  var prune: String { "\(text).prune" }

  /// Returns whether a quoted name is that of a log's table.
  static func isTable(_ name: String) -> Bool {
    name.hasPrefix(prefix) || name.hasPrefix("\"\(prefix)")
  }

  /// Returns candidate names for an owner's schema, in order of preference; the server allows 63 bytes.
  static func names(for owner: String) -> [String] {
    var shown = owner
    while shown.utf8.count > 45 { shown.removeLast() }
    return (1...20).map { "\(prefix)\(shown)\($0 == 1 ? "" : "_\($0)")" }
  }

  /// The statement that removes the log, unless other objects were added to it or depend on it.
  var removal: String {
    let tables = name == ChangeLogSchema.oldName ? "\(text).change, \(state)" : "\(entry), \(state)"
    let view = name == ChangeLogSchema.oldName ? "" : "DROP VIEW IF EXISTS \(visibleEntry);"
    return block(
      """
      DECLARE
        unused record;
      BEGIN
        FOR unused IN
          SELECT pg_catalog.format('%I.%I()', n.nspname, p.proname) AS name FROM pg_catalog.pg_proc p
          JOIN pg_catalog.pg_namespace n ON n.oid \(PostgresCatalog.equal) p.pronamespace
          WHERE n.nspname \(PostgresCatalog.equal) \(PostgresArray.constant(name))
            AND p.prorettype \(PostgresCatalog.equal) 'pg_catalog.trigger'::pg_catalog.regtype
            AND p.proname OPERATOR(pg_catalog.~) '^(insert|update|delete|truncate|move)[0-9]*_'
        LOOP
          EXECUTE pg_catalog.format('DROP FUNCTION %s', unused.name);
        END LOOP;
        \(view)
        DROP TABLE IF EXISTS \(tables);
        DROP FUNCTION IF EXISTS \(prune)(bigint);
        DROP SCHEMA \(text);
      EXCEPTION WHEN dependent_objects_still_exist THEN
        NULL;
      END
      """)
  }

  /// The statements that make room for a new log in a schema whose log can't be used.
  ///
  /// The triggers of other tables then write to the new one.
  var clearing: [String] {
    ["DROP VIEW IF EXISTS \(visibleEntry)", "DROP TABLE IF EXISTS \(entry), \(state)"]
  }

  /// Returns the statements that create the log's tables.
  ///
  /// - Parameters:
  ///   - owner: The owner of the log.
  ///   - exists: Whether an empty schema with that name already exists.
  /// - Returns: The statements, to be run in order.
  func statements(owner: String, exists: Bool) -> [String] {
    let quoted = QuotedIdentifier.quoted(owner)
    let schema = exists ? [] : ["CREATE SCHEMA \(text) AUTHORIZATION \(quoted)"]
    let tables = [
      """
      CREATE UNLOGGED TABLE \(entry)(number bigint NOT NULL GENERATED ALWAYS AS IDENTITY, rel pg_catalog.oid NOT NULL, \
      xid pg_catalog.xid8 NOT NULL DEFAULT pg_catalog.pg_current_xact_id(), op pg_catalog."char" NOT NULL, \
      columns bigint, keys pg_catalog.text[], old_rows pg_catalog.text[], new_rows pg_catalog.text[], \
      mark pg_catalog.uuid NOT NULL DEFAULT pg_catalog.gen_random_uuid()) \
      WITH (\(ChangeLogSchema.storage.joined(separator: ", ")), \
      \(ChangeLogSchema.storage.map { "toast.\($0)" }.joined(separator: ", ")))
      """,
      "CREATE INDEX entry_rel_xid_number ON \(entry)(rel, xid, number)",
      "CREATE INDEX entry_number ON \(entry)(number)",
      """
      CREATE UNLOGGED TABLE \(state)(pruned_below pg_catalog.xid8 NOT NULL, mark pg_catalog.uuid NOT NULL, \
      lowest bigint NOT NULL, later_lowest bigint NOT NULL, lowest_after pg_catalog.xid8 NOT NULL)
      """,
      "INSERT INTO \(state) VALUES ('0', pg_catalog.gen_random_uuid(), 0, 0, '0')",
      view,
      "ALTER TABLE \(entry) OWNER TO \(quoted)",
      "ALTER TABLE \(state) OWNER TO \(quoted)",
      "ALTER VIEW \(visibleEntry) OWNER TO \(quoted)",
    ]
    return schema + tables + pruningStatements(owner: owner)
  }

  /// Returns the statement that runs a PL/pgSQL block.
  func block(_ program: String) -> String {
    "DO \(PostgresArray.dollarQuoted(program))"
  }
}
