import SectionalSQL

/// One of the triggers that write into the change log which rows of a table a statement changed, whoever runs it.
///
/// Each fires once per statement and looks at all of its rows. What goes wrong while keys are found out, a column that was
/// renamed for example, is written down as "any row", so that no user's statement fails for it. (One does where the log
/// can't be written: where its owner took the privilege away, or the server's queue of notifications is full.)
///
/// Its function is the table's owner's and writes with the owner's rights.
struct ChangeLogTrigger {
  /// The kind of statement.
  enum Event: String, CaseIterable {
    case insert, update, delete, truncate
    /// An update of a row of a partitioned table that may take it to another part. It fires for each row, because a
    /// `MERGE` that does so shows triggers for statements no rows (PostgreSQL 15.20).
    case move

    /// The bits that the server has for it.
    var bits: Int {
      switch self {
      case .insert: 4
      case .delete: 8
      case .update: 16
      case .truncate: 32
      case .move: 1 | 2 | 16
      }
    }

    /// When it fires, in SQL.
    fileprivate var moment: String {
      self == .move ? "BEFORE UPDATE" : "AFTER \(rawValue.uppercased())"
    }

    fileprivate var letter: String { self == .move ? "U" : rawValue.prefix(1).uppercased() }
    private var hasOldRows: Bool { self == .update || self == .delete }
    private var hasNewRows: Bool { self == .update || self == .insert }
    var oldRows: String? { hasOldRows ? "sectional_old" : nil }
    var newRows: String? { hasNewRows ? "sectional_new" : nil }
  }

  /// What begins the name of each; the first letters make it fire behind a user's own.
  static let prefix = "zz_sectional_"
  /// What a function is set to: names are looked up where nobody else can make any, and texts don't depend on the writer.
  static let settings = [
    "search_path = pg_catalog, pg_temp", "datestyle = 'ISO, YMD'", "timezone = 'UTC'",
    "intervalstyle = 'iso_8601'", "extra_float_digits = 1", "bytea_output = 'hex'",
    "row_security = on",
  ]
  /// How many rows of one statement are named one by one.
  private static let mostKeys = 10_000

  let event: Event
  let table: LoggedTable
  /// The log of the table's owner.
  let log: ChangeLogSchema
  /// Whether listeners are notified too, for which commits wait in line.
  let notifies: Bool

  /// The trigger's name.
  var name: String { ChangeLogTrigger.prefix + event.rawValue }

  /// Returns the statements that make it.
  ///
  /// - Parameters:
  ///   - function: The name of its function, without the schema.
  ///   - owner: Whose the table is.
  /// - Returns: Statements to be run in their order.
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
      // Also where a session says that it only replays what another server did.
      "ALTER TABLE \(table.text) ENABLE ALWAYS TRIGGER \(name)",
    ]
  }

  /// What its function does.
  var body: String {
    """

    DECLARE
      changed bigint;
      changed_keys text[];
      changed_columns bigint;
    BEGIN
      -- Whoever owned the table before learns nothing of it.
      IF (SELECT c.relowner FROM pg_class c WHERE c.oid = TG_RELID)
          <> (SELECT p.oid FROM pg_roles p WHERE p.rolname = current_user) THEN
        RETURN \(result);
      END IF;
    \(search)\
      IF to_regclass(\(PostgresArray.constant(log.entry))) IS NULL THEN
        RETURN \(result);
      END IF;
      INSERT INTO \(log.entry)(rel, op, columns, keys)
        VALUES (coalesce(pg_partition_root(TG_RELID), TG_RELID), '\(event.letter)', changed_columns, changed_keys);
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

  /// What the function returns.
  private var result: String { event == .move ? "NEW" : "NULL" }

  /// Finds out which rows changed.
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

  /// An updated row is named by its old key and its new one, and counts where anything in it is another value.
  private var updatedRows: String {
    let join = table.key.map { $0.isEqual("o", "w") }.joined(separator: " AND ")
    let differences = table.columns.map(difference).joined(separator: "\n              | ")
    // Keys that are equal can be other texts, unless equality is exact.
    let isExact = table.key.allSatisfy(\.hasExactEquality)
    let (old, new) = (key(of: "o"), key(of: "w"))
    let keys =
      isExact
      ? "CASE WHEN \(isMissing("w")) THEN \(old) ELSE \(new) END"
      : "array_remove(ARRAY[CASE WHEN NOT \(isMissing("o")) THEN \(old) END, "
        + "CASE WHEN NOT \(isMissing("w")) THEN \(new) END], NULL)"
    return counting + """
          IF changed BETWEEN 1 AND \(ChangeLogTrigger.mostKeys) THEN
            SELECT array_agg(\(isExact ? "d.keys" : "k")), bit_or(d.bits) INTO changed_keys, changed_columns FROM (
              SELECT \(keys) AS keys,
                CASE WHEN \(isMissing("o")) OR \(isMissing("w")) THEN -1::bigint ELSE
                \(differences) END AS bits
              FROM \(rows("sectional_old")) AS o FULL JOIN \(rows("sectional_new")) AS w ON \(join)
            ) AS d\(isExact ? "" : " CROSS JOIN LATERAL unnest(d.keys) AS k") WHERE d.bits <> 0;
          END IF;

      """
  }

  /// A key that is a composite of nulls is null and is there.
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
    // Where `=` overlooks something, what is stored is compared.
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
