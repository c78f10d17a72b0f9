/// Names of tables and columns inside SQL.
package enum QuotedIdentifier {
  /// Returns the name as a quoted identifier, whichever characters it contains.
  package static func quoted(_ name: String) -> String {
    var quoted = "\""
    for scalar in name.unicodeScalars {
      if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
