/// Names of tables and columns inside SQL.
public enum QuotedIdentifier {
  /// Returns the name as a quoted identifier, whichever characters it contains.
  public static func quoted(_ name: String) -> String {
    var quoted = "\""
    for scalar in name.unicodeScalars {
      if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
