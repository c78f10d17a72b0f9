/// Arrays as the server reads them.
enum PostgresArray {
  /// Returns the text of an array of texts.
  static func text(of elements: some Sequence<String>) -> String {
    "{\(elements.map { "\"\(escaped($0, #"""#, by: #"\"#))\"" }.joined(separator: ","))}"
  }

  /// Returns an array of texts as a constant of SQL.
  static func literal(of elements: some Sequence<String>) -> String {
    constant(text(of: elements))
  }

  /// Returns a text as a constant of SQL, whatever the session says about backslashes.
  static func constant(_ text: String) -> String { "E'\(escaped(text, "'", by: "'"))'" }

  /// Returns a text between marks that don't occur in it.
  static func dollarQuoted(_ text: String) -> String {
    var number = 0
    var mark = "$sectional$"
    while text.utf8.firstRange(of: mark.utf8) != nil {
      number += 1
      mark = "$sectional\(number)$"
    }
    return mark + text + mark
  }

  /// Puts a scalar before each mark, and a backslash before each backslash: scalar by scalar, because a mark that a
  /// combining one follows is no character of its own.
  private static func escaped(
    _ text: String, _ mark: Unicode.Scalar, by escape: Unicode.Scalar
  ) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == mark { escaped.append(escape) }
      if scalar == "\\" { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}
