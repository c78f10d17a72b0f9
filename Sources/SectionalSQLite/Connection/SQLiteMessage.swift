/// SQLite's messages about statements that failed while they ran.
enum SQLiteMessage {
  /// Returns the message, with an ellipsis for each part that can be data.
  ///
  /// SQLite quotes data in quotation marks or after a colon. A part that stands in the statement's text isn't data, and
  /// FTS5 puts its own name before a colon.
  static func withoutData(_ message: String, of sql: String) -> String {
    // Data can begin with a combining mark, so scalars are looked at, not characters.
    var shown = String.UnicodeScalarView()
    var rest = message.unicodeScalars[...]
    let sql = sql.unicodeScalars
    while let start = rest.firstIndex(where: { $0 == "\"" || $0 == "'" }) {
      let inside = rest[rest.index(after: start)...]
      shown += rest[...start]
      guard let end = inside.firstIndex(of: rest[start]) else {
        return colonChecked(shown + "…".unicodeScalars, sql)
      }
      let quoted = inside[..<end]
      if quoted.isEmpty || sql.contains(quoted) {
        shown += quoted
      } else {
        shown.append("…")
      }
      shown.append(rest[start])
      rest = rest[inside.index(after: end)...]
    }
    return colonChecked(shown + rest, sql)
  }

  private static func colonChecked(
    _ message: String.UnicodeScalarView, _ sql: String.UnicodeScalarView
  ) -> String {
    guard let colon = message.firstRange(of: ": ".unicodeScalars) else { return String(message) }
    let (head, tail) = (String(message[..<colon.lowerBound]), message[colon.upperBound...])
    let isQuoted = tail.first == "'" || tail.first == "\""
    guard head != "fts5", !isQuoted, !sql.contains(tail) else { return String(message) }
    return "\(head): …"
  }
}
