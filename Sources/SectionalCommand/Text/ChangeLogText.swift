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
    case .installed where isServer: "lists poll for changed rows; each statement logs one row"
    case .installed: "lists read only changed rows, whoever writes"
    case .notifying:
      "lists read changed rows at once; each statement logs one row, and commits wait for each other"
    case .standby:
      "this server is a standby, whose lists read all rows after any commit; list from the primary"
    case .outdated: "the table or log changed; run triggers install again"
    case .missing where isServer:
      "lists read all rows after any commit on the server; costs writers nothing"
    case .missing: "lists read all rows after another program's commit"
    }
  }
}
