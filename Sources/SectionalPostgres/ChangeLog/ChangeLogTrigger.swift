import SectionalSQL

/// One of the triggers that log which rows of a table a statement changed, no matter who runs it.
///
/// Each fires once per statement and examines all its rows. No user's statement fails because of what the trigger can't
/// find out, for example because a column was renamed or a function of the server may not be called: "any row" is logged
/// then. If the owner dropped the log or may not write to it, nothing is logged, and readers find the log outdated. A
/// statement does fail if the log has no room on the disk, and a commit if the server's notification queue is full.
///
/// The trigger's function belongs to the table's owner and writes with the owner's rights.
struct ChangeLogTrigger {
  /// The kind of statement.
  enum Event: String, CaseIterable {
    case insert, update, delete, truncate
    /// An update of a row in a partitioned table that may move it to another partition. It fires for each row, because
    /// a `MERGE` that moves rows doesn't show them to statement-level triggers (PostgreSQL 15.20).
    case move

    /// The event's bits in the server's catalog.
    var bits: Int {
      switch self {
      case .insert: 4
      case .delete: 8
      case .update: 16
      case .truncate: 32
      case .move: 1 | 2 | 16
      }
    }

    /// The SQL for when the trigger fires.
    fileprivate var moment: String {
      self == .move ? "BEFORE UPDATE" : "AFTER \(rawValue.uppercased())"
    }

    fileprivate var letter: String { self == .move ? "U" : rawValue.prefix(1).uppercased() }
    private var hasOldRows: Bool { self == .update || self == .delete }
    private var hasNewRows: Bool { self == .update || self == .insert }
    var oldRows: String? { hasOldRows ? "sectional_old" : nil }
    var newRows: String? { hasNewRows ? "sectional_new" : nil }
  }

  /// The prefix of every trigger's name; its first letters make it fire after a user's own triggers.
  static let prefix = "zz_sectional_"
  /// The function's settings: names are looked up only in schemas where nobody else can create any, and values have the
  /// same text for every writer.
  static let settings = [
    "search_path = pg_catalog, pg_temp", "datestyle = 'ISO, YMD'", "timezone = 'UTC'",
    "intervalstyle = 'iso_8601'", "extra_float_digits = 1", "bytea_output = 'hex'",
    "row_security = on",
  ]
  /// The maximum number of rows of one statement that are identified individually.
  static let mostKeys = 10_000
  /// The maximum number of entries of one transaction for a partitioned table before moved rows aren't identified.
  static let mostMoves = 100

  let event: Event
  let table: LoggedTable
  /// The log of the table's owner.
  let log: ChangeLogSchema
  /// Whether listeners are notified too, which makes commits wait for each other.
  let notifies: Bool

  /// The root of the table's partition tree, or the table itself.
  let root: UInt32

  /// The trigger's name.
  ///
  /// The server copies a trigger that fires for each row to the partitions, which can have such triggers of their own.
  var name: String {
    let name = ChangeLogTrigger.prefix + event.rawValue
    return event == .move ? "\(name)_\(root)" : name
  }

  /// Returns the statements that create the trigger.
  ///
  /// - Parameters:
  ///   - function: The name of its function, without the schema.
  ///   - owner: The owner of the table.
  /// - Returns: The statements, to be run in order.
  func statements(function: String, owner: String) -> [String] {
    let function = "\(log.text).\(QuotedIdentifier.quoted(function))()"
    let settings = ChangeLogTrigger.settings.map { "SET \($0)" }.joined(separator: " ")
    let rows = [
      event.oldRows.map { "OLD TABLE AS \($0)" }, event.newRows.map { "NEW TABLE AS \($0)" },
    ]
    .compactMap(\.self)
    let referencing = rows.isEmpty ? "" : " REFERENCING \(rows.joined(separator: " "))"
    return [
      """
      CREATE OR REPLACE FUNCTION \(function) RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER \(settings) \
      AS \(PostgresArray.dollarQuoted(body))
      """,
      "ALTER FUNCTION \(function) OWNER TO \(QuotedIdentifier.quoted(owner))",
      "REVOKE ALL ON FUNCTION \(function) FROM PUBLIC",
      """
      CREATE TRIGGER \(name) \(event.moment) ON \(table.text)\(referencing) \
      FOR EACH \(event == .move ? "ROW" : "STATEMENT") EXECUTE FUNCTION \(function)
      """,
      // The trigger must also fire in a session that only replays another server's changes.
      "ALTER TABLE \(table.text) ENABLE ALWAYS TRIGGER \(name)",
    ]
  }

  /// The body of the trigger's function.
  var body: String {
    """

    \(keptColumns)\
    DECLARE
      root oid;
      part oid := TG_RELID;
      parent oid;
      may_log boolean;
      is_owner boolean;
      may_name_rows boolean;
      changed bigint;
      changed_keys text[];
      changed_columns bigint;
      entry_xid xid8;
      entry_mark uuid;
      entry_number bigint;
    \(oldValueVariables)\
    BEGIN
    \(precondition)\
    \(search.map { "  IF may_name_rows THEN\n\($0)  END IF;\n" } ?? "")\
    \(oldValues)\
    \(marking)\
      INSERT INTO \(log.entry)(rel, xid, op, columns, keys\(keepsValues ? ", old_rows, new_rows" : ""), mark)
        VALUES (root, entry_xid, '\(event.letter)', changed_columns, changed_keys\
    \(keepsValues ? ", old_values, new_values" : ""), entry_mark) RETURNING number INTO entry_number;
    \(notifies ? "  EXECUTE 'NOTIFY \(ChangeChannel.prefix)' || root::text;\n" : "")\
      IF entry_number % \(ChangeLogSchema.pruningInterval) = 0 THEN
        BEGIN
          PERFORM \(log.prune)(\(ChangeLogSchema.pruningInterval)::bigint);
        EXCEPTION WHEN OTHERS THEN
          NULL;
        END;
      END IF;
      RETURN \(result);
    END

    """
  }

  /// What the trigger's function returns.
  var result: String { event == .move ? "NEW" : "NULL" }
}
