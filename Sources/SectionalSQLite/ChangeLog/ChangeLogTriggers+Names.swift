import Sectional

extension ChangeLogTriggers {
  /// Returns whether a trigger with this prefix has one of these triggers' names, or appends to the log as they do.
  static func isOne(_ sql: String, named name: String, of table: String) -> Bool {
    let isOurName = isName(name, of: table)
    return isOurName || appendsToLog(sql)
  }

  /// Returns whether a trigger appends to the log as these triggers do.
  static func appendsToLog(_ sql: String) -> Bool {
    sql.contains("INSERT INTO \(ChangeLogTable.name)(")
  }

  /// Returns whether a name with this prefix is that of one of a table's triggers, also as earlier versions named them.
  static func isName(_ name: String, of table: String) -> Bool {
    let kind = name.dropFirst(prefix.count).dropLast("_\(table)".count)
    return name.hasSuffix("_\(table)")
      && (["insert", "delete", "update", "move", "arrive"].contains(kind)
        || (kind.hasPrefix("replace") && kind.dropFirst("replace".count).allSatisfy(\.isNumber)))
  }
}
