/// What is logged of a row that an update moves to another partition.
///
/// A row moves only if a column of the partition key changes. These are columns of the primary key that aren't generated;
/// the values of generated ones aren't known before the row is written.
///
/// What the transaction logged before isn't read in a `SERIALIZABLE` transaction: others write next to it in the index, so
/// that the server would take them for conflicts.
extension ChangeLogTrigger {
  private static let isSerializable = "current_setting('transaction_isolation') = 'serializable'"

  /// The SQL for the transaction's entries for the table.
  private var ownEntries: String {
    "\(log.entry) e WHERE e.rel = root AND e.xid = pg_current_xact_id()"
  }

  /// The PL/pgSQL that returns if the row keeps its place, or if the transaction already logged that any row may have
  /// changed.
  var unmovedRow: String {
    let isSame = table.key.filter { !$0.isGenerated }.map { $0.isEqual("OLD", "NEW") }
      .joined(separator: " AND ")
    return """
        BEGIN
          IF \(isSame) THEN
            RETURN NEW;
          END IF;
          root := coalesce(pg_partition_root(TG_RELID), TG_RELID);
          IF (CASE WHEN \(ChangeLogTrigger.isSerializable) THEN false
            ELSE (SELECT e.keys IS NULL FROM \(ownEntries) ORDER BY e.xid DESC, e.number DESC LIMIT 1) END)
          THEN
            RETURN NEW;
          END IF;
        EXCEPTION WHEN OTHERS THEN
          NULL;
        END;

      """
  }

  /// The PL/pgSQL that names a moved row; `nil` if its new key isn't known yet.
  ///
  /// It names none if the transaction has moved many: an entry and a notification for each would take longer than reading
  /// everything again.
  var movedRow: String? {
    guard !table.key.contains(where: \.isGenerated) else { return nil }
    return """
        BEGIN
          IF (CASE WHEN \(ChangeLogTrigger.isSerializable) THEN true
            ELSE NOT EXISTS (SELECT FROM \(ownEntries) OFFSET \(ChangeLogTrigger.mostMoves - 1) LIMIT 1) END)
          THEN
            changed_keys := ARRAY[\(key(of: "OLD")), \(key(of: "NEW"))];
          END IF;
        EXCEPTION WHEN OTHERS THEN
          changed_keys := NULL;
        END;

      """
  }
}
