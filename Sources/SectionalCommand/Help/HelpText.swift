/// The help as text for a terminal of eighty columns.
enum HelpText {
  static let width = 80
  /// Where the explanations of options begin.
  private static let column = 26

  /// The text of `sectional help`.
  static var overview: String {
    let commands = CommandName.allCases.map { command in
      definition(
        of: "sectional \(command.rawValue) \(command.help.arguments)", command.help.summary, at: 40)
    }
    return """
      sectional shows the rows of a database as a grouped list and says exactly what
      changes in it.

      \(commands.joined(separator: "\n"))
      \(definition(of: "sectional --version", "print the release", at: 40))

        sectional list contacts.sqlite contact --section team --sort name

      \(paragraph(stores))

      """
  }

  /// What every command that names a store has to say of it.
  static let stores =
    "A store is the path of an SQLite file, or postgres://user@host/database. Stores are only read, "
    + "except by triggers, compare --seed-from and compare --torture. Put a password in PGPASSWORD or "
    + "~/.pgpass."

  /// Returns the help for a command.
  static func text(of command: CommandName) -> String {
    guard command != .help else { return overview }
    let help = command.help
    var parts = [paragraph("\(command.usage): \(help.summary)")]
    parts += help.paragraphs.map(paragraph)
    let entries = command.entries.map { definition(of: $0.name, $0.help, at: column) }
    if !entries.isEmpty { parts.append(entries.joined(separator: "\n")) }
    parts += help.ending.map(paragraph)
    if !help.examples.isEmpty {
      parts.append(
        heading(of: command) + "\n\n"
          + help.examples.flatMap(ShellLines.lines).map { "  \($0)" }.joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func heading(of command: CommandName) -> String {
    guard command != .demo else { return "Examples:" }
    return
      "Examples, with the file that\n`sectional demo Fixtures/regions.csv --keep regions.sqlite` makes:"
  }

  private static func paragraph(_ text: String) -> String {
    WrappedText.lines(text, width: width).joined(separator: "\n")
  }

  /// Returns a word and its explanation, which begins in a column if the word leaves room for it, or else on the next line.
  private static func definition(of word: String, _ explanation: String, at column: Int) -> String {
    let lines = WrappedText.lines(explanation, width: width - column)
    let margin = String(repeating: " ", count: column)
    let begin = "  \(word)"
    guard begin.count + 2 <= column else {
      return ([begin] + lines.map { margin + $0 }).joined(separator: "\n")
    }
    let first = begin.padding(to: column) + (lines.first ?? "")
    return ([first] + lines.dropFirst().map { margin + $0 }).joined(separator: "\n")
  }
}

extension String {
  fileprivate func padding(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - count))
  }
}
