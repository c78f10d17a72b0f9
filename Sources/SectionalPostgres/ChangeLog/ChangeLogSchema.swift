/// The schema in a user's database that holds the change log: one row for each statement that changed rows.
///
/// Its rows tell which transaction wrote them and nothing of an order, because transactions commit in another order than
/// they begin. The number is for pruning alone.
enum ChangeLogSchema {
  /// Not `sectional`: a role of that name would find its own tables there.
  static let name = "sectional_log"
  /// The table that triggers append to.
  static let change = "\(name).change"
  /// The table that tells how far the other one reaches back.
  static let state = "\(name).state"
  /// How many rows are kept at least, unless they are very large.
  static let kept = 100_000
  /// How many rows are kept at least where they are very large.
  private static let keptOfLarge = 10_000
  /// Of how many statements one looks for what can be pruned: a prime, so that no clock's steps are all hits.
  static let pruningChance = 997
  /// How many rows it deletes at most, a tenth of them where they are large.
  static let prunedAtOnce = 5000
  /// From which size of the table on its rows are taken to be very large.
  private static let mostBytes = 64 << 20

  /// The statements that make it.
  ///
  /// Who may read a table may read which of its rows changed, and nothing of other tables. A role to which some rows of
  /// the table are invisible sees nothing of it.
  static var statements: [String] {
    [
      "CREATE SCHEMA IF NOT EXISTS \(name)",
      "DROP TABLE IF EXISTS \(change), \(state)",
      """
      CREATE TABLE \(change)(number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, rel oid NOT NULL, \
      xid xid8 NOT NULL DEFAULT pg_catalog.pg_current_xact_id(), op "char" NOT NULL, columns bigint, keys text[])
      """,
      "CREATE INDEX change_rel_xid ON \(change)(rel, xid)",
      """
      CREATE TABLE \(name).state(only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one), \
      pruned_below xid8 NOT NULL)
      """,
      "INSERT INTO \(name).state(pruned_below) VALUES ('0')",
      "ALTER TABLE \(change) ENABLE ROW LEVEL SECURITY",
      """
      CREATE POLICY readers ON \(change) FOR SELECT \
      USING (pg_catalog.has_table_privilege(rel, 'SELECT') AND NOT pg_catalog.row_security_active(rel))
      """,
      // Who may insert is a matter of privileges: the owners of tables, in whose names the triggers write.
      "CREATE POLICY writers ON \(change) FOR INSERT WITH CHECK (true)",
      "GRANT USAGE ON SCHEMA \(name) TO PUBLIC",
      "GRANT SELECT ON \(change), \(name).state TO PUBLIC",
      pruning,
    ]
  }

  /// The function that deletes old rows, so many at once.
  ///
  /// It waits for nobody: one transaction prunes at a time, and only rows that every transaction has seen. What goes wrong
  /// is left to the next time, because a user's statement may be waiting for it, which is why it does little at a time and
  /// counts nothing. In a `SERIALIZABLE` transaction the deletion could make that statement fail. A log that came with a
  /// dump has numbers of another server's transactions.
  private static let pruning = """
    CREATE OR REPLACE FUNCTION \(name).prune(at_once bigint DEFAULT 10000000) RETURNS void LANGUAGE plpgsql \
    SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET row_security = on AS $sectional$
    DECLARE
      is_large boolean := pg_table_size('\(change)') > \(mostBytes);
      kept bigint := CASE WHEN is_large THEN \(keptOfLarge) ELSE \(kept) END;
      below xid8;
    BEGIN
      IF current_setting('transaction_isolation') = 'serializable'
        OR NOT pg_try_advisory_xact_lock(hashtext('sectional_log.prune')) THEN
        RETURN;
      END IF;
      BEGIN
        IF EXISTS (SELECT FROM \(state) WHERE pruned_below > pg_snapshot_xmax(pg_current_snapshot())) THEN
          UPDATE \(state) SET pruned_below = pg_snapshot_xmax(pg_current_snapshot());
          DELETE FROM \(change) WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())
            AND xid IS DISTINCT FROM pg_current_xact_id_if_assigned();
        END IF;
        WITH deleted AS (
          DELETE FROM \(change) WHERE xid < pg_snapshot_xmin(pg_current_snapshot()) AND number <= least(
            (SELECT max(number) FROM \(change)) - kept,
            (SELECT min(number) FROM \(change)) + CASE WHEN is_large THEN at_once / 10 ELSE at_once END)
          RETURNING xid)
        SELECT ((max(xid::text::numeric) + 1)::text)::xid8 INTO below FROM deleted;
        UPDATE \(state) SET pruned_below = below WHERE pruned_below < below;
      EXCEPTION WHEN OTHERS THEN
        NULL;
      END;
    END
    $sectional$
    """
}
