import Sectional

/// What the status of a change log means for lists and for writers, in words.
enum ChangeLogText {
  /// Returns the explanation of a status, and the columns whose old values are kept.
  static func explanation(
    of status: ChangeLogStatus, onServer isServer: Bool, keepingOldValuesOf columns: [String]
  ) -> String {
    let explanation = explanation(of: status, onServer: isServer)
    guard !columns.isEmpty else { return explanation }
    let names = columns.map(TerminalText.printable).joined(separator: ", ")
    return "\(explanation); keeps old values of \(names)"
  }

  /// Returns the explanation of a status.
  static func explanation(of status: ChangeLogStatus, onServer isServer: Bool) -> String {
    switch status {
    case .installed where isServer: "lists follow row by row, polling; costs one row per statement"
    case .installed: "lists follow every writer's changes row by row"
    case .notifying:
      "lists follow row by row at once; costs one row per statement, and commits wait for one another"
    case .standby:
      "this server is a standby, whose lists read all rows after any commit; list from the primary"
    case .outdated: "the table has changed since; install the triggers again"
    case .missing where isServer:
      "lists read all rows after any commit on the server; costs writers nothing"
    case .missing: "lists read all rows after another program's commit"
    }
  }
}
