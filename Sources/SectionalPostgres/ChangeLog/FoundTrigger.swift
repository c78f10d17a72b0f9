import Sectional

/// A trigger as it is in a database.
struct FoundTrigger: Sendable {
  let name: String
  /// Its function's name, without the schema.
  let function: String
  fileprivate let body: String
  /// What else it is like, as one text.
  fileprivate let form: String
}

extension FoundTrigger {
  /// Whether it is what is wanted.
  func isAsWanted(_ trigger: ChangeLogTrigger) -> Bool {
    name == trigger.name && body == trigger.body && form == trigger.form
  }
}

extension ChangeLogTrigger {
  /// What it is like, as the server tells.
  fileprivate var form: String {
    let settings = ChangeLogTrigger.settings.map { setting in
      setting.replacing(" = ", with: "=", maxReplacements: 1).replacing("'", with: "").lowercased()
    }
    return [
      ChangeLogSchema.name, "\(event.bits)", "A", event.oldRows ?? "", event.newRows ?? "", "true",
      "true",
      settings.joined(separator: ";"), "true",
    ].joined(separator: "|")
  }
}

extension PostgresConnection {
  /// Returns a table's triggers whose names are those of the change log's.
  func changeLogTriggers(of table: UInt32) async throws(StoreError) -> [FoundTrigger] {
    var triggers: [FoundTrigger] = []
    try await rows(
      """
      SELECT t.tgname::text, p.proname::text, p.prosrc, concat_ws('|', n.nspname, t.tgtype::text, t.tgenabled::text,
        coalesce(t.tgoldtable::text, ''), coalesce(t.tgnewtable::text, ''),
        (t.tgqual IS NULL AND t.tgattr = '')::text, p.prosecdef::text,
        lower(array_to_string(p.proconfig, ';')),
        coalesce(has_table_privilege(p.proowner, to_regclass('\(ChangeLogSchema.change)')::oid, 'INSERT')
          AND to_regclass('\(ChangeLogSchema.state)') IS NOT NULL, false)::text)
      FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE t.tgrelid = $1::oid AND t.tgparentid = 0 AND starts_with(t.tgname::text, $2)
      """, ["\(table)", ChangeLogTrigger.prefix]
    ) { row in
      triggers.append(
        FoundTrigger(
          name: row.text(at: 0) ?? "", function: row.text(at: 1) ?? "", body: row.text(at: 2) ?? "",
          form: row.text(at: 3) ?? ""))
    }
    return triggers
  }

  /// Returns which of some functions are somebody else's, or called by triggers of other tables.
  func functionsInUse(_ functions: [String], apartFrom table: UInt32) async throws(StoreError)
    -> Set<String>
  {
    var names: Set<String> = []
    try await rows(
      """
      SELECT DISTINCT p.proname::text FROM pg_proc p
      LEFT JOIN pg_trigger t ON t.tgfoid = p.oid AND t.tgparentid = 0 AND t.tgrelid <> $1::oid
      WHERE p.pronamespace = to_regnamespace('\(ChangeLogSchema.name)') AND p.proname::text = ANY($2::text[])
        AND (t.oid IS NOT NULL OR NOT pg_has_role(p.proowner, 'USAGE'))
      """, ["\(table)", PostgresArray.text(of: functions)]
    ) { row in names.formUnion(row.text(at: 0).map { [$0] } ?? []) }
    return names
  }
}
