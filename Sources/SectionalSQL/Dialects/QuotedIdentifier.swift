/// Names of tables and columns inside SQL.
package enum QuotedIdentifier {
  /// Returns the name as a quoted identifier, whichever characters it contains.
  package static func quoted(_ name: String) -> String { name.quoted(by: "\"") }
}
