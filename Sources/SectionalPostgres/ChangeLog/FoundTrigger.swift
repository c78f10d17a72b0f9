import Sectional
import SectionalSQL

/// A trigger as found in a database.
struct FoundTrigger: Sendable {
  let name: String
  /// Its function's name, without the schema.
  let function: String
  /// The function's schema.
  let schema: String
  /// Whether this user may drop the function.
  let isOurs: Bool
  /// The function's name, quoted and qualified with its schema.
  var functionText: String {
    "\(QuotedIdentifier.quoted(schema)).\(QuotedIdentifier.quoted(function))"
  }

  /// Whether its function belongs to a change log, in whichever form.
  var isOfLog: Bool {
    let isInLog = schema == ChangeLogSchema.oldName || schema.hasPrefix(ChangeLogSchema.prefix)
    return isInLog && function.contains("_")
      && ChangeLogTrigger.Event.allCases.contains { function.hasPrefix($0.rawValue) }
  }

  /// The numbers of the columns whose old values its function logs.
  var keptNumbers: Set<Int> {
    let lines = body.split(separator: "\n", maxSplits: 2)
    guard isOfLog, let first = lines.first, first.hasPrefix(ChangeLogTrigger.keptColumnsMark) else {
      return []
    }
    let columns = first.dropFirst(ChangeLogTrigger.keptColumnsMark.count).split(separator: " ")
    return Set(columns.compactMap { Int($0.prefix { $0 != ":" }) })
  }

  /// Whether its function notifies listeners, in whichever form.
  var notifies: Bool {
    body.contains("PERFORM pg_notify(") || body.contains("EXECUTE 'NOTIFY ")
  }

  fileprivate let body: String
  /// Its other properties, as one text.
  fileprivate let form: String
}

extension FoundTrigger {
  /// Returns whether the trigger is as expected.
  func isAsWanted(_ trigger: ChangeLogTrigger) -> Bool {
    name == trigger.name && body == trigger.body && form == trigger.form
  }
}

extension ChangeLogTrigger {
  /// Its properties, as the server reports them.
  fileprivate var form: String {
    let settings = ChangeLogTrigger.settings.map { setting in
      setting.replacing(" = ", with: "=", maxReplacements: 1).replacing("'", with: "").lowercased()
    }
    return [
      log.name, "\(event.bits)", "A", event.oldRows ?? "", event.newRows ?? "", "true", "true",
      settings.joined(separator: ";"), "true", "true",
    ].joined(separator: "|")
  }
}

extension ChangeLogTrigger {
  /// Returns whether a trigger's name is one that the log's triggers have, of whichever table.
  fileprivate static func isName(_ name: String) -> Bool {
    guard name.hasPrefix(prefix) else { return false }
    let rest = name.dropFirst(prefix.count)
    let move = Event.move.rawValue
    return Event.allCases.contains { $0.rawValue == rest }
      || (rest.hasPrefix("\(move)_") && UInt32(rest.dropFirst(move.count + 1)) != nil)
  }
}

extension FoundTrigger {
  /// Returns a table's triggers that have the names of the change log's triggers, or that write to a change log.
  ///
  /// A user's own trigger can have a name that only begins in the same way.
  static func all(of table: UInt32, on connection: isolated PostgresConnection)
    async throws(StoreError) -> [FoundTrigger]
  {
    var triggers: [FoundTrigger] = []
    let equal = PostgresCatalog.equal
    try await connection.rows(
      """
      SELECT t.tgname::pg_catalog.text, p.proname::pg_catalog.text, n.nspname::pg_catalog.text, p.prosrc,
        pg_catalog.pg_has_role(p.proowner, 'USAGE'),
        pg_catalog.concat_ws('|', n.nspname, t.tgtype::pg_catalog.text, t.tgenabled::pg_catalog.text,
        COALESCE(t.tgoldtable::pg_catalog.text, ''), COALESCE(t.tgnewtable::pg_catalog.text, ''),
        (t.tgqual IS NULL AND t.tgattr \(equal) '')::pg_catalog.text, p.prosecdef::pg_catalog.text,
        pg_catalog.lower(pg_catalog.array_to_string(p.proconfig, ';')),
        (p.proowner \(equal) c.relowner AND n.nspowner \(equal) c.relowner)::pg_catalog.text,
        (NOT EXISTS (SELECT FROM pg_catalog.aclexplode(COALESCE(p.proacl, pg_catalog.acldefault('f', p.proowner))) a
          WHERE a.grantee OPERATOR(pg_catalog.<>) p.proowner))::pg_catalog.text)
      FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_proc p ON p.oid \(equal) t.tgfoid
      JOIN pg_catalog.pg_namespace n ON n.oid \(equal) p.pronamespace
      JOIN pg_catalog.pg_class c ON c.oid \(equal) t.tgrelid
      WHERE t.tgrelid \(equal) $1::pg_catalog.oid AND t.tgparentid \(equal) 0::pg_catalog.oid
        AND pg_catalog.starts_with(t.tgname::pg_catalog.text, $2::pg_catalog.text)
      """, ["\(table)", ChangeLogTrigger.prefix]
    ) { row in
      triggers.append(
        FoundTrigger(
          name: row.text(at: 0) ?? "", function: row.text(at: 1) ?? "",
          schema: row.text(at: 2) ?? "", isOurs: row.bool(at: 4), body: row.text(at: 3) ?? "",
          form: row.text(at: 5) ?? ""))
    }
    return triggers.filter { ChangeLogTrigger.isName($0.name) || $0.isOfLog }
  }

  /// Returns which of a log's given functions are called by triggers of other tables.
  static func functionsInUse(
    _ functions: [String], in log: ChangeLogSchema, apartFrom table: UInt32,
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> Set<String> {
    var names: Set<String> = []
    let equal = PostgresCatalog.equal
    try await connection.rows(
      """
      SELECT DISTINCT p.proname::pg_catalog.text FROM pg_catalog.pg_proc p
      JOIN pg_catalog.pg_namespace n ON n.oid \(equal) p.pronamespace
      JOIN pg_catalog.pg_trigger t ON t.tgfoid \(equal) p.oid AND t.tgparentid \(equal) 0::pg_catalog.oid
        AND t.tgrelid \(PostgresCatalog.notEqual) $1::pg_catalog.oid
      WHERE n.nspname::pg_catalog.text \(equal) $2::pg_catalog.text
        AND p.proname::pg_catalog.text \(equal) ANY ($3::pg_catalog.text[])
      """, ["\(table)", log.name, PostgresArray.text(of: functions)]
    ) { row in names.formUnion(row.text(at: 0).map { [$0] } ?? []) }
    return names
  }
}
