import Sectional
import SectionalSQL

/// What can be determined about a trigger from its SQL.
struct SQLiteTriggerText {
  private static let events: Set<String> = ["INSERT", "UPDATE", "DELETE"]

  /// Whether the trigger may change a row that is about to be updated, after other triggers saw the row's new values.
  let mayRewriteRows: Bool

  init(_ text: String, name: String) {
    // The text is CREATE TRIGGER, the name (which isn't a word if it is quoted), the trigger's timing and its event.
    var words = ReadStatement.words(of: text).dropFirst(2)
    if words.first == name.uppercased() { words.removeFirst() }
    let isAfter = words.first == "AFTER"
    let event = words.first(where: { SQLiteTriggerText.events.contains($0) })
    let writes = words.count(where: { SQLiteTriggerText.events.contains($0) || $0 == "REPLACE" })
    mayRewriteRows = !isAfter && event == "UPDATE" && writes > 1
  }
}

extension SQLiteHandle {
  /// Returns whether a trigger that isn't the library's may change rows of a table that are about to be updated.
  func mayRewriteRows(of table: String) throws(StoreError) -> Bool {
    let list = try prepared(
      """
      SELECT name, sql FROM main.sqlite_master \
      WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE AND substr(name, 1, ?) <> ?
      """)
    defer { list.reset() }
    let own = ChangeLogTriggers.prefix
    try list.bind([.text(table), .integer(Int64(own.utf8.count)), .text(own)])
    while try list.step() {
      guard let name = list.text(at: 0), let text = list.text(at: 1) else { return true }
      if SQLiteTriggerText(text, name: name).mayRewriteRows { return true }
    }
    return false
  }
}
