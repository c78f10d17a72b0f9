import SectionalSQL

extension ChangeLogTrigger {
  /// The PL/pgSQL that determines which rows changed; `nil` if any row may have.
  var search: String? {
    switch event {
    case .truncate: nil
    case .move: movedRow
    case .update: guarded(updatedRows)
    case .insert, .delete: guarded(comingAndGoing)
    }
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

  func key(of row: String) -> String {
    guard table.key.count > 1 else { return table.key.first?.text(of: row) ?? "NULL" }
    return "json_build_array(\(table.key.map { $0.text(of: row) }.joined(separator: ", ")))::text"
  }
}
