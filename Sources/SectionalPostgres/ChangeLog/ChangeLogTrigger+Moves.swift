extension ChangeLogTrigger {
  /// The SQL for the transaction's entries for the table.
  private var ownEntries: String {
    "\(log.entry) e WHERE e.rel = root AND e.xid = pg_current_xact_id()"
  }

  /// The PL/pgSQL that returns if the row keeps its key, or if the transaction already logged that any row may have
  /// changed.
  var unmovedRow: String {
    let isSame = table.key.map { $0.isEqual("OLD", "NEW") }.joined(separator: " AND ")
    return """
        BEGIN
          IF \(isSame) THEN
            RETURN NEW;
          END IF;
          root := coalesce(pg_partition_root(TG_RELID), TG_RELID);
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
  var movedRow: String {
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
}
