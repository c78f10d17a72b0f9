import SectionalSQL

/// One of the triggers that log which rows of a table a statement changed, no matter who runs it.
///
/// Each fires once per statement and examines all its rows. If something goes wrong while the keys are determined, for
/// example because a column was renamed, "any row" is logged, so that no user's statement fails because of it. (A
/// statement does fail if the log can't be written, because its owner revoked the privilege or the server's
/// notification queue is full.)
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

  let event: Event
  let table: LoggedTable
  /// The log of the table's owner.
  let log: ChangeLogSchema
  /// Whether listeners are notified too, which makes commits wait for each other.
  let notifies: Bool

  /// The trigger's name.
  var name: String { ChangeLogTrigger.prefix + event.rawValue }

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
      changed bigint;
      changed_keys text[];
      changed_columns bigint;
    \(oldValueVariables)\
    BEGIN
      -- Whoever owned the table before learns nothing of it.
      IF (SELECT c.relowner FROM pg_class c WHERE c.oid = TG_RELID)
          <> (SELECT p.oid FROM pg_roles p WHERE p.rolname = current_user) THEN
        RETURN \(result);
      END IF;
    \(search)\
    \(oldValues)\
      IF to_regclass(\(PostgresArray.constant(log.entry))) IS NULL THEN
        RETURN \(result);
      END IF;
      INSERT INTO \(log.entry)(rel, op, columns, keys\(keepsValues ? ", old_rows, new_rows" : ""))
        VALUES (coalesce(pg_partition_root(TG_RELID), TG_RELID), '\(event.letter)', changed_columns, changed_keys\
    \(keepsValues ? ", old_values, new_values" : ""));
    \(notifies ? notification : "")\
      -- Now and then; random numbers are the user's.
      IF extract(microseconds FROM clock_timestamp())::bigint % \(ChangeLogSchema.pruningChance) = 0 THEN
        BEGIN
          PERFORM \(log.prune)(\(ChangeLogSchema.prunedAtOnce)::bigint);
        EXCEPTION WHEN OTHERS THEN
          NULL;
        END;
      END IF;
      RETURN \(result);
    END

    """
  }

  /// What the trigger's function returns.
  private var result: String { event == .move ? "NEW" : "NULL" }

  /// The PL/pgSQL that determines which rows changed.
  private var search: String {
    switch event {
    case .truncate: ""
    case .move: movedRow
    case .update: guarded(updatedRows)
    case .insert, .delete: guarded(comingAndGoing)
    }
  }

  private var movedRow: String {
    let isSame = table.key.map { $0.isEqual("OLD", "NEW") }.joined(separator: " AND ")
    return """
        BEGIN
          IF \(isSame) THEN
            RETURN NEW;
          END IF;
          changed_keys := ARRAY[\(key(of: "OLD")), \(key(of: "NEW"))];
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

  private var notification: String {
    """
      PERFORM pg_notify('\(ChangeChannel.prefix)' || coalesce(pg_partition_root(TG_RELID), TG_RELID)::oid::text, '');

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
    let differences = table.columns.map(difference).joined(separator: "\n              | ")
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

  private func difference(_ column: LoggedTable.Column) -> String {
    let name = QuotedIdentifier.quoted(column.name)
    // If `=` ignores differences, the stored values are compared.
    let condition =
      column.hasExactEquality
      ? "o.\(name) IS DISTINCT FROM w.\(name)"
      : "ROW(o.\(name))::record *<> ROW(w.\(name))::record"
    return "(CASE WHEN \(condition) THEN \(column.bit)::bigint ELSE 0 END)"
  }

  private func key(of row: String) -> String {
    guard table.key.count > 1 else { return table.key.first?.text(of: row) ?? "NULL" }
    return "json_build_array(\(table.key.map { $0.text(of: row) }.joined(separator: ", ")))::text"
  }
}
