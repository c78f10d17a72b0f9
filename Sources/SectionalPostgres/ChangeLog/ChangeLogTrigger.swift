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

  /// The maximum number of columns that are compared; a query of the server can have only so many columns.
  private static let mostComparedColumns = 800

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
      root oid := coalesce(pg_partition_root(TG_RELID), TG_RELID);
      is_owner boolean;
      may_name_rows boolean;
      changed bigint;
      changed_keys text[];
      changed_columns bigint;
      entry_mark uuid;
      entry_number bigint;
    \(oldValueVariables)\
    BEGIN
    \(precondition)\
    \(search.map { "  IF may_name_rows THEN\n\($0)  END IF;\n" } ?? "")\
    \(oldValues)\
    \(marking)\
      INSERT INTO \(log.entry)(rel, op, columns, keys\(keepsValues ? ", old_rows, new_rows" : ""), mark)
        VALUES (root, '\(event.letter)', changed_columns, changed_keys\
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

  /// The PL/pgSQL that finds out whether the log can be written and whether rows may be named in it.
  ///
  /// A role that may read everything can read the entries, except rows that policies hide from it. So while the entries
  /// aren't hidden too, those of a table with policies name no rows.
  private var precondition: String {
    """
    \(event == .move ? unmovedRow : "")\
      IF has_table_privilege(to_regclass(\(PostgresArray.constant(log.entry)))::oid, 'INSERT') IS NOT TRUE THEN
        RETURN \(result);
      END IF;
      BEGIN
        SELECT pg_get_userbyid(c.relowner) = current_user, NOT c.relrowsecurity OR e.relrowsecurity
          INTO is_owner, may_name_rows FROM pg_class c, pg_class e
          WHERE c.oid = TG_RELID AND e.oid = to_regclass(\(PostgresArray.constant(log.entry)));
        IF root <> TG_RELID THEN
          may_name_rows := may_name_rows AND (SELECT NOT c.relrowsecurity OR e.relrowsecurity FROM pg_class c, pg_class e
            WHERE c.oid = root AND e.oid = to_regclass(\(PostgresArray.constant(log.entry))));
        END IF;
      EXCEPTION WHEN OTHERS THEN
        NULL;
      END;
      -- Whoever owned the table before learns nothing of it.
      IF NOT is_owner THEN
        RETURN \(result);
      END IF;

    """
  }

  /// The PL/pgSQL that makes the entry's mark.
  private var marking: String {
    """
      IF has_function_privilege('gen_random_uuid()', 'EXECUTE') THEN
        entry_mark := gen_random_uuid();
      ELSE
        entry_mark := (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000000)::bigint), 16, '0')
          || lpad(to_hex(pg_current_xact_id()::text::bigint), 16, '0'))::uuid;
      END IF;

    """
  }

  /// What the trigger's function returns.
  private var result: String { event == .move ? "NEW" : "NULL" }

  /// The PL/pgSQL that determines which rows changed; `nil` if any row may have.
  private var search: String? {
    switch event {
    case .truncate: nil
    case .move: movedRow
    case .update: guarded(updatedRows)
    case .insert, .delete: guarded(comingAndGoing)
    }
  }

  /// The SQL for the transaction's entries for the table.
  private var ownEntries: String {
    "\(log.entry) e WHERE e.rel = root AND e.xid = pg_current_xact_id()"
  }

  /// The PL/pgSQL that returns if the row keeps its key, or if the transaction already logged that any row may have
  /// changed.
  private var unmovedRow: String {
    let isSame = table.key.map { $0.isEqual("OLD", "NEW") }.joined(separator: " AND ")
    return """
        BEGIN
          IF \(isSame) THEN
            RETURN NEW;
          END IF;
          IF (SELECT e.keys IS NULL FROM \(ownEntries) ORDER BY e.xid DESC, e.number DESC LIMIT 1) THEN
            RETURN NEW;
          END IF;
        EXCEPTION WHEN OTHERS THEN
          NULL;
        END;

      """
  }

  /// The PL/pgSQL that names a moved row, unless the transaction has moved many: an entry and a notification for each
  /// would take longer than reading everything again.
  private var movedRow: String {
    return """
        BEGIN
          IF NOT EXISTS (SELECT FROM \(ownEntries) OFFSET \(ChangeLogTrigger.mostMoves - 1) LIMIT 1) THEN
            changed_keys := ARRAY[\(key(of: "OLD")), \(key(of: "NEW"))];
          END IF;
        EXCEPTION WHEN OTHERS THEN
          changed_keys := NULL;
        END;

      """
  }

  private func guarded(_ search: String) -> String {
    """
      BEGIN
    \(search)\
        IF changed_keys IS NULL AND changed <= \(ChangeLogTrigger.mostKeys) THEN
          RETURN NULL;
        END IF;
      EXCEPTION WHEN OTHERS THEN
        changed_keys := NULL;
        changed_columns := NULL;
      END;

    """
  }

  private var counting: String {
    """
        SELECT count(*) INTO changed FROM
          (SELECT FROM \(event.newRows ?? event.oldRows ?? "") LIMIT \(ChangeLogTrigger.mostKeys + 1)) AS few;

    """
  }

  private var comingAndGoing: String {
    counting + """
          IF changed BETWEEN 1 AND \(ChangeLogTrigger.mostKeys) THEN
            SELECT array_agg(\(key(of: "r"))) INTO changed_keys FROM \(event.newRows ?? event.oldRows ?? "") AS r;
          END IF;

      """
  }

  /// An updated row is identified by its old key and its new one, and counts if any of its values changed.
  private var updatedRows: String {
    let join = table.key.map { $0.isEqual("o", "w") }.joined(separator: " AND ")
    // Keys that are equal can have different text, unless equality is exact.
    let isExact = table.key.allSatisfy(\.hasExactEquality)
    let (old, new) = (key(of: "o"), key(of: "w"))
    let keys =
      isExact
      ? "CASE WHEN \(isMissing("w")) THEN \(old) ELSE \(new) END"
      : "array_remove(ARRAY[CASE WHEN NOT \(isMissing("o")) THEN \(old) END, "
        + "CASE WHEN NOT \(isMissing("w")) THEN \(new) END], NULL)"
    return counting + """
          IF changed BETWEEN 1 AND \(ChangeLogTrigger.mostKeys) THEN
            SELECT array_agg(\(isExact ? "d.keys" : "k"))\(keepsValues ? " FILTER (WHERE d.bits <> 0)" : ""), \
      bit_or(d.bits)\(keepsValues ? ", count(*)" : "")
              INTO changed_keys, changed_columns\(keepsValues ? ", key_pairs" : "") FROM (
              SELECT \(keys) AS keys,
                CASE WHEN \(isMissing("o")) OR \(isMissing("w")) THEN -1::bigint ELSE
                \(differences) END AS bits
              FROM \(rows("sectional_old")) AS o FULL JOIN \(rows("sectional_new")) AS w ON \(join)
            ) AS d\(isExact ? "" : " CROSS JOIN LATERAL unnest(d.keys) AS k")\(keepsValues ? "" : " WHERE d.bits <> 0");
      \(keepsValues ? exchangedKeys(isExact: isExact) : "")\
          END IF;

      """
  }

  /// Whether a key may be a composite of nulls, which is null although its row exists.
  private var hasNullKeys: Bool { table.key.first?.hasExactEquality != true }

  private func rows(_ name: String) -> String {
    hasNullKeys ? "(SELECT true AS sectional_is_there, * FROM \(name))" : name
  }

  private func isMissing(_ row: String) -> String {
    let key = QuotedIdentifier.quoted(table.key.first?.name ?? "")
    return hasNullKeys ? "\(row).sectional_is_there IS NULL" : "\(row).\(key) IS NULL"
  }

  /// Returns the SQL for the bits of the columns whose values differ in an old row and a new one.
  ///
  /// Large values aren't read to be compared; they count as changed.
  private var differences: String {
    guard table.columns.count <= ChangeLogTrigger.mostComparedColumns else { return "-1::bigint" }
    // Rows are joined by their keys, which are the same then, unless equality ignores differences.
    let columns = table.columns.filter { !$0.hasExactEquality || !table.key.contains($0) }
    return (["0::bigint"] + columns.map(difference)).joined(separator: "\n              | ")
  }

  private func difference(_ column: LoggedTable.Column) -> String {
    let name = QuotedIdentifier.quoted(column.name)
    // If `=` ignores differences, the stored values are compared.
    let isOther =
      column.hasExactEquality
      ? "o.\(name) IS DISTINCT FROM w.\(name)"
      : "ROW(o.\(name))::record *<> ROW(w.\(name))::record"
    let isLarge = ["o", "w"].compactMap(column.isLarge)
    let condition = (isLarge + [isOther]).joined(separator: " OR ")
    return "(CASE WHEN \(condition) THEN \(column.bit)::bigint ELSE 0 END)"
  }

  private func key(of row: String) -> String {
    guard table.key.count > 1 else { return table.key.first?.text(of: row) ?? "NULL" }
    return "json_build_array(\(table.key.map { $0.text(of: row) }.joined(separator: ", ")))::text"
  }
}
