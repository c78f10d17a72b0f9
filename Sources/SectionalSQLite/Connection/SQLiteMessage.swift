/// SQLite's messages about statements that failed while they ran.
enum SQLiteMessage {
  /// Returns the message, with an ellipsis for each part that can be data.
  ///
  /// SQLite quotes data in quotation marks or after a colon. A part that stands in the statement's text isn't data, and
  /// FTS5 puts its own name before a colon.
  static func withoutData(_ message: String, of sql: String) -> String {
    var shown = ""
    var rest = message[...]
    while let start = rest.firstIndex(where: { $0 == "\"" || $0 == "'" }) {
      let inside = rest[rest.index(after: start)...]
      guard let end = inside.firstIndex(of: rest[start]) else {
        return colonChecked(shown + rest[...start] + "…", sql)
      }
      let quoted = inside[..<end]
      shown += rest[...start] + (quoted.isEmpty || sql.contains(quoted) ? quoted : "…")
      shown.append(rest[start])
      rest = rest[inside.index(after: end)...]
    }
    return colonChecked(shown + rest, sql)
  }

  private static func colonChecked(_ message: String, _ sql: String) -> String {
    guard let colon = message.firstRange(of: ": ") else { return message }
    let (head, tail) = (message[..<colon.lowerBound], message[colon.upperBound...])
    let isQuoted = tail.hasPrefix("'") || tail.hasPrefix("\"")
    guard head != "fts5", !isQuoted, !sql.contains(tail) else { return message }
    return "\(head): …"
  }
}
