import SectionalSQL

/// How a change log is pruned.
extension ChangeLogSchema {
  /// The minimum number of rows that are kept, unless rows are very large.
  static let kept = 100_000
  /// The minimum number of rows that are kept if rows are very large.
  private static let keptOfLarge = 10_000
  /// The size of the table, in bytes, above which its rows are considered very large.
  private static let mostBytes = 64 << 20
  /// One in this many entries prunes the log.
  static let pruningInterval = 64
  /// The number of rows that pruning deletes at least, if there are as many: four times as many as were added since the
  /// last time.
  private static let prunedAtLeast = 4 * pruningInterval
  /// The number of rows, and their size in bytes, that a user's statement deletes at most if there are many to delete.
  private static let prunedAtMost = (rows: 5000, bytes: 16 << 20)

  /// Returns the statements that create the pruning function.
  func pruningStatements(owner: String) -> [String] {
    [
      "DROP FUNCTION IF EXISTS \(prune)(bigint)", pruning,
      "ALTER FUNCTION \(prune)(bigint) OWNER TO \(QuotedIdentifier.quoted(owner))",
    ]
  }

  /// The function that deletes old rows: a share of those that are too many.
  ///
  /// It never waits for others: a row lock that only the owner can take ensures that one transaction prunes at a time,
  /// and it deletes only rows that every transaction has seen. Errors are ignored and left to the next time, because a
  /// user's statement may be waiting for the function; for the same reason, it does little at a time and counts
  /// nothing. It does nothing in a `SERIALIZABLE` transaction, where the deletion could make that statement fail.
  private var pruning: String {
    """
    CREATE OR REPLACE FUNCTION \(prune)(share bigint DEFAULT 1) RETURNS void LANGUAGE plpgsql \
    SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET row_security = on \
    AS \(PostgresArray.dollarQuoted(pruningBody))
    """
  }

  /// The body of the pruning function.
  var pruningBody: String {
    """

    DECLARE
      bytes bigint := pg_table_size(\(PostgresArray.constant(entry)));
      kept bigint := CASE WHEN bytes > \(ChangeLogSchema.mostBytes) THEN \(ChangeLogSchema.keptOfLarge) \
    ELSE \(ChangeLogSchema.kept) END;
      oldest bigint;
      newest bigint;
      surplus bigint;
      below xid8;
    BEGIN
      IF current_setting('transaction_isolation') = 'serializable' THEN
        RETURN;
      END IF;
      PERFORM FROM \(state) FOR UPDATE SKIP LOCKED;
      IF NOT FOUND THEN
        -- The server crashed, and the log is empty.
        INSERT INTO \(state)(pruned_below, mark) SELECT '0', gen_random_uuid()
          WHERE NOT EXISTS (SELECT FROM \(state));
        RETURN;
      END IF;
      SELECT min(number), max(number) INTO oldest, newest FROM \(entry);
      surplus := newest - kept - oldest + 1;
      IF share > 1 THEN
        surplus := greatest(\(ChangeLogSchema.prunedAtLeast), least(surplus / share, \(ChangeLogSchema.prunedAtMost.rows),
          \(ChangeLogSchema.prunedAtMost.bytes) / greatest(bytes / (newest - oldest + 1), 1)));
      END IF;
      IF surplus IS NULL OR surplus <= 0 THEN
        RETURN;
      END IF;
      WITH deleted AS (
        DELETE FROM \(entry) WHERE xid < pg_snapshot_xmin(pg_current_snapshot()) AND number IN (
          SELECT number FROM \(entry) WHERE number <= newest - kept ORDER BY number LIMIT surplus)
        RETURNING xid)
      SELECT ((max(xid::text::numeric) + 1)::text)::xid8 INTO below FROM deleted;
      UPDATE \(state) SET pruned_below = greatest(pruned_below, below), mark = gen_random_uuid()
        WHERE below IS NOT NULL;
    EXCEPTION WHEN OTHERS THEN
      NULL;
    END

    """
  }
}
