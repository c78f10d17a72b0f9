/// Arrays and strings as the server parses them.
enum PostgresArray {
  /// Returns the text of an array of strings.
  static func text(of elements: some Sequence<String>) -> String {
    "{\(elements.map { "\"\(escaped($0, #"""#, by: #"\"#))\"" }.joined(separator: ","))}"
  }

  /// Returns the text of an array of numbers.
  static func numbers(_ numbers: [some BinaryInteger]) -> String {
    "{\(numbers.map { "\($0)" }.joined(separator: ","))}"
  }

  /// Returns a string as an SQL constant, whatever the session's setting for backslashes.
  static func constant(_ text: String) -> String { "E'\(escaped(text, "'", by: "'"))'" }

  /// Returns a text between dollar-quote delimiters that don't occur in it.
  static func dollarQuoted(_ text: String) -> String {
    var number = 0
    var mark = "$sectional$"
    while text.utf8.firstRange(of: mark.utf8) != nil {
      number += 1
      mark = "$sectional\(number)$"
    }
    return mark + text + mark
  }

  /// Puts an escape before each mark and a backslash before each backslash, scalar by scalar, because a mark followed
  /// by a combining scalar isn't a separate character.
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
