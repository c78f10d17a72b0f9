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
  ///
  /// While an old snapshot exists, such as that of a dump, the index still leads to the rows that were deleted, so the
  /// function begins where there may be others, unless the owner calls it. A transaction that is running can have rows with
  /// lower numbers, which aren't visible yet: the bound is raised when all transactions are over that had begun when it was
  /// found. Their transaction ids are below that of the function's own subtransaction, which the row lock shows. They needn't be
  /// below a snapshot's `xmax`, which only follows the last transaction that ended.
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
      start bigint;
      low bigint;
      next_low bigint;
      later bigint;
      after xid8;
      running xid8;
      own numeric;
    BEGIN
      IF current_setting('transaction_isolation') = 'serializable' THEN
        RETURN;
      END IF;
      SELECT lowest, later_lowest, lowest_after INTO low, later, after FROM \(state) FOR UPDATE SKIP LOCKED;
      IF NOT FOUND THEN
        -- Another one prunes, or the server crashed, and the log is empty.
        IF current_setting('transaction_isolation') = 'read committed' AND NOT EXISTS (SELECT FROM \(state)) THEN
          LOCK TABLE \(state) IN SHARE ROW EXCLUSIVE MODE NOWAIT;
          INSERT INTO \(state) SELECT '0', gen_random_uuid(), 0, 0, '0' WHERE NOT EXISTS (SELECT FROM \(state));
        END IF;
        RETURN;
      END IF;
      newest := (SELECT max(number) FROM \(entry));
      IF newest < low THEN
        -- The owner restarted the numbers.
        low := 0;
        later := 0;
      END IF;
      start := CASE WHEN share > 1 THEN low ELSE 0 END;
      oldest := (SELECT min(number) FROM \(entry) WHERE number >= start);
      surplus := newest - kept - oldest + 1;
      IF share > 1 THEN
        surplus := greatest(\(ChangeLogSchema.prunedAtLeast), least(surplus / share, \(ChangeLogSchema.prunedAtMost.rows),
          \(ChangeLogSchema.prunedAtMost.bytes) / greatest(bytes / (newest - oldest + 1), 1)));
      END IF;
      IF surplus IS NULL OR surplus <= 0 THEN
        RETURN;
      END IF;
      WITH few AS MATERIALIZED (
        SELECT ctid AS place, number, xid < pg_snapshot_xmin(pg_current_snapshot()) AS is_settled FROM \(entry)
          WHERE number >= start AND number <= newest - kept ORDER BY number LIMIT surplus),
      deleted AS (
        -- By place, because the server could choose to join all rows with the few.
        DELETE FROM \(entry) WHERE ctid = ANY (ARRAY(SELECT place FROM few WHERE is_settled)) RETURNING xid)
      SELECT ((max(xid::text::numeric) + 1)::text)::xid8,
        (SELECT coalesce(min(number) FILTER (WHERE NOT is_settled), max(number) + 1) FROM few),
        pg_snapshot_xmin(pg_current_snapshot())
        INTO below, next_low, running FROM deleted;
      IF after <= running THEN
        low := greatest(low, least(later, next_low));
        later := next_low;
        own := pg_current_xact_id()::text::numeric;
        after := (own + mod((SELECT s.xmax::text::numeric FROM \(state) s) - mod(own, 4294967296) + 4294967296,
          4294967296))::text::xid8;
      END IF;
      UPDATE \(state) SET pruned_below = greatest(pruned_below, below), mark = gen_random_uuid(),
        lowest = low, later_lowest = later, lowest_after = after WHERE below IS NOT NULL;
    EXCEPTION WHEN OTHERS THEN
      NULL;
    END

    """
  }
}
