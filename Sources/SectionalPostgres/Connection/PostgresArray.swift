/// Arrays as the server reads them.
enum PostgresArray {
  /// Returns the text of an array of texts.
  static func text(of elements: some Sequence<String>) -> String {
    let quoted = elements.map { element in
      "\"" + element.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    return "{\(quoted.joined(separator: ","))}"
  }

  /// Returns an array of texts as a constant of SQL.
  static func literal(of elements: some Sequence<String>) -> String {
    constant(text(of: elements))
  }

  /// Returns a text as a constant of SQL, whatever the session says about backslashes.
  static func constant(_ text: String) -> String {
    "E'\(text.replacing("\\", with: "\\\\").replacing("'", with: "''"))'"
  }
}
