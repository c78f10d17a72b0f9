import Sectional
import SectionalSQL

/// What can be determined about a trigger from its SQL.
struct SQLiteTriggerText {
  private static let events: Set<String> = ["INSERT", "UPDATE", "DELETE"]

  /// Whether the trigger may change a row that is about to be updated, after other triggers saw the row's new values.
  let mayRewriteRows: Bool
  /// Whether the trigger fires before a row is inserted, so that it can write before SQLite chooses the row's rowid.
  let firesBeforeInserts: Bool

  init(_ text: String, name: String) {
    // The text is CREATE TRIGGER, the name (which isn't a word if it is quoted), the trigger's timing and its event.
    var words = ReadStatement.words(of: text).dropFirst(2)
    if words.first == name.uppercased() { words.removeFirst() }
    let isAfter = words.first == "AFTER"
    let event = words.first(where: { SQLiteTriggerText.events.contains($0) })
    let writes = words.count(where: { SQLiteTriggerText.events.contains($0) || $0 == "REPLACE" })
    mayRewriteRows = !isAfter && event == "UPDATE" && writes > 1
    firesBeforeInserts = !isAfter && event == "INSERT"
  }
}

extension SQLiteHandle {
  /// Returns whether a table has a trigger that isn't the library's and satisfies a condition, or can't be read.
  func hasTrigger(
    on table: String, where isWanted: (SQLiteTriggerText) -> Bool
  ) throws(StoreError) -> Bool {
    let list = try prepared(
      """
      SELECT name, sql FROM main.sqlite_master \
      WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE
      """)
    defer { list.reset() }
    try list.bind([.text(table)])
    while try list.step() {
      guard let name = list.text(at: 0), let text = list.text(at: 1) else { return true }
      let isOwn =
        name.hasPrefix(ChangeLogTriggers.prefix)
        && ChangeLogTriggers.isOne(text, named: name, of: table)
      if !isOwn, isWanted(SQLiteTriggerText(text, name: name)) { return true }
    }
    return false
  }
}
