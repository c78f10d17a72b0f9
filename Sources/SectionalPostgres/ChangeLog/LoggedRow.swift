import SectionalSQL

/// How a change log writes a row: a JSON array of the texts of its key's columns and its kept columns.
///
/// It isn't an array of the server, because how those are read depends on a setting of the session. Rows with the same text have the same values. The texts are what the types' output functions return, so those of a
/// row in the table can be compared with them if the same settings for printing hold.
struct LoggedRow: Sendable {
  private let key: [LoggedTable.Column]
  private let kept: [LoggedTable.Column]

  init(of table: LoggedTable) { (key, kept) = (table.key, table.kept) }

  /// Returns the SQL for a row's text.
  func image(of row: String) -> String {
    let texts = key.map { text(of: $0, row) } + kept.map { textOrNull(of: $0, row) }
    return "pg_catalog.json_build_array(\(texts.joined(separator: ", ")))::pg_catalog.text"
  }

  /// Returns the SQL for a value's text, made without a cast, which could run code of the type's owner.
  private func text(of column: LoggedTable.Column, _ row: String) -> String {
    "pg_catalog.concat(\(row).\(QuotedIdentifier.quoted(column.name)))"
  }

  /// Returns the SQL for a value's text; a composite whose fields are all null passes `IS NULL` although it isn't null.
  private func textOrNull(of column: LoggedTable.Column, _ row: String) -> String {
    let name = QuotedIdentifier.quoted(column.name)
    return "CASE WHEN \(row).\(name) IS DISTINCT FROM NULL THEN \(text(of: column, row)) END"
  }
}
